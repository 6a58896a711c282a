package io.sluice.cluster.tcp;

import io.sluice.cluster.membership.Incarnation;
import io.sluice.cluster.membership.Membership;
import io.sluice.cluster.membership.RejoiningTransport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Nodes in several processes, over TCP.
 *
 * <p>JGroups finds the processes, carries what concerns the membership, and says whom it has lost
 * touch with. Its views are hints, no more: who takes part is decided by {@link Membership}. What
 * concerns the locks goes over connections of our own ({@link Connections}): frames are written by
 * the thread that has them to send, and taken by the thread that reads them from the socket.
 *
 * <p>A node that has lost its membership takes part again under a new identity and from another
 * socket, as if it had been started anew.
 */
final class TcpTransport extends RejoiningTransport {

  private static final Duration SHORTEST_LEASE = Duration.ofMillis(400);

  private final String cluster;
  private final String name;
  private final Hosts hosts;
  private final Duration lease;
  private final Optional<Keys> keys;
  private final Optional<Path> stack;

  /**
   * @param cluster what the cluster is called; others on the same hosts are none of its business
   * @param name what people call this node
   * @param lease how long a node that is cut off may believe itself a member, and so how long the
   *     others wait before they go on without it; the same in all nodes
   * @param keys who may take part, or nothing, which will do for addresses of this machine only
   * @param stack a JGroups file, to be used instead of the protocols that we find best
   * @throws IllegalArgumentException if keys are missing, none of the hosts is this machine, the
   *     lease is short, or the JGroups file lacks something that is needed
   */
  TcpTransport(
      String cluster,
      String name,
      Hosts hosts,
      Duration lease,
      Optional<Keys> keys,
      Optional<Path> stack) {
    super(name, lease);
    if (keys.isEmpty() && !hosts.areLoopback()) {
      throw new IllegalArgumentException(
          "beyond this machine a cluster needs keys, so that nobody else can join, read or forge:"
              + " make a key store with 'sluice keys FILE', copy it to all hosts, and name it with"
              + " Tcp.at(...).security(FILE, PASSWORD) or --keystore FILE");
    }
    var _ = hosts.own();
    stack.ifPresent(file -> JGroupsFile.channel(file, hosts).close());
    if (lease.compareTo(SHORTEST_LEASE) < 0) {
      throw new IllegalArgumentException(
          "a lease lasts at least %d ms".formatted(SHORTEST_LEASE.toMillis()));
    }
    this.cluster = cluster;
    this.name = name;
    this.hosts = hosts;
    this.lease = lease;
    this.keys = keys;
    this.stack = stack;
  }

  @Override
  protected Incarnation begin(Executor tasks, Incarnation.Fate fate) throws Exception {
    return new TcpIncarnation(cluster, name, hosts, lease, keys, stack, tasks, fate);
  }
}
