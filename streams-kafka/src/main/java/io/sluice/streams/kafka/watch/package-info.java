/**
 * Watching pipelines from outside: each worker says once a second what it does, as an {@link
 * io.sluice.streams.kafka.watch.Activity} that goes with its report to the other workers; {@link
 * io.sluice.streams.kafka.watch.WatchedPipelines} reads those of all pipelines of a broker.
 *
 * <p>Internal: {@code sluice page --kafka} uses it.
 */
package io.sluice.streams.kafka.watch;
