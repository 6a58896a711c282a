/**
 * The network of processes that reach each other over TCP.
 *
 * <pre>{@code
 * var network = Tcp.at("10.0.0.1", "10.0.0.2").security(Path.of("orders.p12"), password);
 * try (var sluice = Sluice.named("orders").over(network).join()) {
 *   sluice.lock("invoice-42").acquire(Duration.ofSeconds(2)).close();
 * }
 * }</pre>
 *
 * <p>{@code TcpTransport} begins one {@code TcpIncarnation} after the other. Messages of the
 * membership go over a JGroups channel ({@code JGroupsStack}, or {@code JGroupsFile} for a file of
 * the user's). Frames of locks go over {@code Connections}: one {@code OutgoingConnection} to each
 * peer, which the sending thread writes, and one {@code IncomingConnection} from each, which {@code
 * SharedSelector} reads and, while a lock is waited for often, the waiting thread itself.
 *
 * <p>With {@code Keys}, all sockets are TLS 1.3 with both sides known ({@code SecuredSocket}). What
 * a stranger sends is dropped, and logged once.
 */
package io.sluice.cluster.tcp;
