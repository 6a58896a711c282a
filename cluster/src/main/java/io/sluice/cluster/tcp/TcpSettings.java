package io.sluice.cluster.tcp;

import io.sluice.cluster.tcp.host.HostLookup;
import io.sluice.cluster.tcp.host.Hosts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What one node needs to join a cluster over TCP.
 *
 * @param cluster the cluster's name; nodes of other clusters on the same hosts are ignored
 * @param name the node's name, for people
 * @param lease how long a node that is cut off remains a member, and so how long the others wait
 *     before they go on without it; the same in all nodes
 * @param keys what both sides of a connection must show; may be left out on this machine only
 * @param stack a JGroups file to be used instead of the built-in protocols
 */
record TcpSettings(
    String cluster,
    String name,
    HostLookup lookup,
    Duration lease,
    Optional<Keys> keys,
    Optional<Path> stack) {

  private static final Duration SHORTEST_LEASE = Duration.ofMillis(400);

  private static final String NO_KEYS =
      "beyond this machine a cluster needs keys, so that no stranger can join, read or forge:"
          + " make a key store with 'sluice keys FILE', copy it to all hosts, and name it with"
          + " Tcp.at(...).security(FILE, PASSWORD) or --keystore FILE";

  /**
   * @throws IllegalArgumentException if keys are missing, none of the listed hosts is this machine,
   *     the lease is too short, or the JGroups file lacks something that is needed
   */
  TcpSettings {
    if (keys.isEmpty() && !lookup.isLoopback()) {
      throw new IllegalArgumentException(NO_KEYS);
    }
    if (lookup instanceof HostLookup.Fixed(var hosts)) {
      var _ = hosts.own();
    }
    stack.ifPresent(JGroupsFile::check);
    if (lease.compareTo(SHORTEST_LEASE) < 0) {
      throw new IllegalArgumentException(
          "a lease lasts at least %d ms".formatted(SHORTEST_LEASE.toMillis()));
    }
  }

  /**
   * The hosts as of now.
   *
   * @throws IOException if they cannot be found now, or are other machines by now and there are no
   *     keys
   */
  Hosts hosts() throws IOException {
    var hosts = lookup.hosts();
    if (keys.isEmpty() && !hosts.areLoopback()) {
      throw new IOException(NO_KEYS);
    }
    return hosts;
  }
}
