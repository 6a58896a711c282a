/**
 * Locks between threads of many nodes.
 *
 * <pre>{@code
 * try (var sluice = Sluice.join("orders")) {
 *   DistributedLock lock = sluice.lock("invoice-42");
 *   try (Lease lease = lock.acquire(Duration.ofSeconds(2))) {
 *     store.put(row, lease.fence());
 *   }
 * }
 * }</pre>
 *
 * <p>That is one JVM, in which any number of nodes may join the same cluster. {@code
 * Sluice.named("orders").over(Tcp.loopback()).join()} joins the processes of that cluster on this
 * machine. What is promised, and what breaks it, stands in {@code docs/guarantees.md}.
 */
package io.sluice.locks;
