/**
 * Stream pipelines on Apache Kafka: the same {@link io.sluice.streams.Pipeline}, in as many
 * processes as one likes, each record with its effect exactly once.
 *
 * <pre>{@code
 * var clicks =
 *     Pipeline.named("clicks")
 *         .from("clicks", TopicSource.of("clicks", Serdes.String()))
 *         .map("user", line -> line.split(" ")[0])
 *         .keyBy(user -> user)
 *         .aggregate("count", () -> 0, (count, user) -> count + 1)
 *         .to("counts", TopicSink.of("counts", Serdes.String(), Serdes.Integer()));
 * try (var worker = clicks.on(Kafka.at("localhost:9092")).start()) {
 *   worker.await();
 * }
 * }</pre>
 *
 * <p>What is promised, what it costs and how to operate it: {@code docs/streams-on-kafka.md}.
 */
package io.sluice.streams.kafka;
