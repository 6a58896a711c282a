/**
 * What all workers of a pipeline agree on: its {@link io.sluice.streams.kafka.plan.Plan}, which
 * says which slots and bundles there are, and its {@link io.sluice.streams.kafka.plan.Status}.
 *
 * <p>Internal: an application uses {@link io.sluice.streams.kafka.Kafka}.
 */
package io.sluice.streams.kafka.plan;
