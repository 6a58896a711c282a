/**
 * What an instance does with records: {@code Work} runs the task of its operator. A keyed one has
 * its state in a {@code KeyedStore}, one {@code GroupState} for each key group.
 *
 * <p>Internal: applications use {@link io.sluice.streams}, and this package may change.
 */
package io.sluice.streams.engine.work;
