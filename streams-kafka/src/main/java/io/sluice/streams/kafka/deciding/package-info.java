/**
 * Deciding by load: what an instance measures of itself, and what it asks its operator's keeper
 * for.
 *
 * <p>{@link io.sluice.streams.kafka.deciding.Decider} is pure but for the numbers that it draws: it
 * is given what its slot has counted and what is known of its siblings, and asks a {@link
 * io.sluice.protocol.scaling.Policy}, the object that the lab simulates.
 *
 * <p>Internal: an application uses {@link io.sluice.streams.kafka.Kafka}.
 */
package io.sluice.streams.kafka.deciding;
