/**
 * The network of nodes that reach each other only through a Kafka broker.
 *
 * <pre>{@code
 * try (var sluice = Sluice.named("orders").over(Kafka.at("localhost:9092")).join()) {
 *   try (Lease lease = sluice.lock("invoice-42").acquire(Duration.ofSeconds(20))) {
 *     store.put(row, lease.fence());
 *   }
 * }
 * }</pre>
 *
 * <p>Each cluster has a topic. In its first partition the nodes announce themselves ({@code
 * Announcement}), and {@code FoundingLog} decides by the order of records there which node founds a
 * cluster. Each node reads one of the other partitions, its inbox, to which {@code KafkaMessenger}
 * writes what is for it, numbered ({@code Envelope}), so that {@code Inbox} notices what is
 * missing.
 *
 * <p>See {@code docs/kafka.md}.
 */
package io.sluice.kafka;
