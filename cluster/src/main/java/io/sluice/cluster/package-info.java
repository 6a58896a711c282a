/**
 * What the parts of a cluster exchange: members, views, frames, and the {@link
 * io.sluice.cluster.Network} over which nodes meet.
 *
 * <p>A node ({@link io.sluice.cluster.runtime.Node}) runs locks over a {@link
 * io.sluice.cluster.Transport}, which a network makes:
 *
 * <pre>{@code
 * var transport = Tcp.loopback().transport("orders", "node-1", Duration.ofSeconds(5));
 * try (var node = Node.start(transport)) {
 *   Request request = node.resource("invoice-42", TokenQueue.ALGORITHM).ask(Claim.EXCLUSIVE);
 *   request.await(Transport.FOREVER);
 *   request.release();
 * }
 * }</pre>
 *
 * <p>Applications use {@code io.sluice.locks} instead, and name a network only. Below this package:
 *
 * <ul>
 *   <li>{@code runtime}: runs the protocols of the locks, one view after the other;
 *   <li>{@code membership}: agrees on views and grants leases;
 *   <li>{@code local}, {@code tcp}: two of the networks; {@code io.sluice.kafka} is the third;
 *   <li>{@code recording}: the steps of a node's protocols in a file; {@code watching}: times of
 *       entries, while members ask for them;
 *   <li>{@code wire}: frames as bytes.
 * </ul>
 *
 * <p>A network of your own implements {@link io.sluice.cluster.Network} and {@link
 * io.sluice.cluster.Transport}; extend {@link io.sluice.cluster.membership.RejoiningTransport} if
 * its nodes can be cut off from each other.
 */
package io.sluice.cluster;
