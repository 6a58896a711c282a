/**
 * Nodes that reach each other only through Kafka.
 *
 * <pre>{@code
 * try (var sluice = Sluice.named("orders").over(Kafka.at("localhost:9092")).join()) {
 *   try (Lease lease = sluice.lock("invoice-42").acquire(Duration.ofSeconds(20))) {
 *     store.put(row, lease.fence());
 *   }
 * }
 * }</pre>
 *
 * <p>See {@code docs/kafka.md}.
 */
package io.sluice.kafka;
