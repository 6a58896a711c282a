/**
 * Keyed state outside the heap: a {@link io.sluice.streams.kafka.state.StateTable} has a copy of
 * the state partitions of one bundle in local files, while the bundle runs here. {@link
 * io.sluice.streams.kafka.state.Keys} are the keys of those partitions.
 *
 * <p>Internal: an application uses {@link io.sluice.streams.kafka.Kafka#stateOnDisk}.
 */
package io.sluice.streams.kafka.state;
