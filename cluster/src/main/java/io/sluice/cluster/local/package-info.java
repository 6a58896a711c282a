/**
 * The network of one JVM, for applications that run several nodes in one process and for tests.
 *
 * <pre>{@code
 * try (var one = Sluice.named("orders").over(Local.jvm()).join();
 *     var two = Sluice.named("orders").over(Local.jvm()).join()) {
 *   one.lock("invoice-42").acquire(Duration.ofSeconds(2)).close();
 * }
 * }</pre>
 *
 * <p>Frames are passed as objects on the sender's thread. No node can be cut off, so leases never
 * end; a view changes as soon as a node is started or closed.
 */
package io.sluice.cluster.local;
