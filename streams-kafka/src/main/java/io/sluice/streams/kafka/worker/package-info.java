/**
 * Workers: the processes that run a pipeline. {@code Worker} is what an application holds; {@code
 * Placement} acquires locks of bundles and runs those that it holds, as many as are this worker's
 * share; {@code StatusLog} is what all workers hear of the pipeline.
 *
 * <p>Internal: an application uses {@link io.sluice.streams.kafka.Kafka}.
 */
package io.sluice.streams.kafka.worker;
