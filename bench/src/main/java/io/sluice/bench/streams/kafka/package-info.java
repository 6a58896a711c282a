/**
 * Pipelines on Kafka beside Kafka Streams, {@code streams --kafka}: the same topology through the
 * same broker, with the same commit interval, both exactly once. {@code Contestant} runs one of the
 * two; {@code Load} writes records and reads results as any client would.
 */
package io.sluice.bench.streams.kafka;
