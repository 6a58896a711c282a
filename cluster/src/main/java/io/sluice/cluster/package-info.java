/**
 * What a cluster consists of, in the words that nodes and transports share.
 *
 * <p>A {@link io.sluice.cluster.Network} makes a {@link io.sluice.cluster.Transport} for each node.
 * The transport delivers {@link io.sluice.cluster.Frame}s between nodes and tells each node the
 * current {@link io.sluice.cluster.View}: the {@link io.sluice.cluster.Member}s, on which a quorum
 * has agreed. Views are numbered; for each number there is at most one.
 *
 * <p>Users choose a network and otherwise use {@code io.sluice.locks}:
 *
 * <pre>{@code
 * Sluice.named("orders").over(Tcp.at("10.0.0.1", "10.0.0.2")).join();
 * }</pre>
 *
 * <p>To write another transport, implement {@code Network} and {@code Transport}; for one whose
 * nodes can be cut off, start from {@code RejoiningTransport} in {@link
 * io.sluice.cluster.membership}. The packages below: {@link io.sluice.cluster.runtime} runs
 * protocols as locks, {@link io.sluice.cluster.membership} agrees on views and leases, {@link
 * io.sluice.cluster.wire} encodes frames, {@link io.sluice.cluster.tcp} and {@link
 * io.sluice.cluster.local} are two networks.
 */
package io.sluice.cluster;
