/**
 * Workers: the processes that run a pipeline. {@code Worker} is what an application holds; {@code
 * Placement} acquires locks of bundles and runs those that it holds; {@code Assignment} says which
 * worker should run which bundle, from the {@code Reports} of all; {@code StatusLog} is what all
 * workers hear of the pipeline.
 *
 * <p>Internal: an application uses {@link io.sluice.streams.kafka.Kafka}.
 */
package io.sluice.streams.kafka.worker;
