/**
 * What an instance does with records: {@code Work} runs the task of its operator. A keyed one has
 * its state in a {@code KeyedStore}, one {@code GroupState} for each key group.
 */
package io.sluice.streams.engine.work;
