/**
 * How records and states become bytes: {@link io.sluice.streams.kafka.format.RecordFormat} for any
 * value of an application, {@link io.sluice.streams.kafka.format.StableHash} for the groups that
 * keys fall into, which must be the same in every JVM.
 *
 * <p>Internal: the format may change with every version.
 */
package io.sluice.streams.kafka.format;
