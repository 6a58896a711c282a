package io.sluice.cluster.tcp;

import io.sluice.cluster.tcp.host.Hosts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jgroups.JChannel;
import org.jgroups.protocols.Discovery;
import org.jgroups.protocols.FailureDetection;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.ReliableUnicast;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.stack.Protocol;

/**
 * JGroups protocols of the user's own choice, instead of {@link JGroupsStack}'s.
 *
 * <p>What we rely on must be there, and where to listen is still said by the hosts: the process at
 * the first of them, and no other, may begin a cluster ({@link Founding}).
 */
final class JGroupsFile {

  /** What we rely on, and what for. */
  private record Need(String name, List<Class<?>> any, String why) {}

  private static final List<Need> NEEDS =
      List.of(
          new Need("a discovery", List.of(Discovery.class), "to find the others"),
          new Need("MERGE3", List.of(MERGE3.class), "to come back after a partition"),
          new Need("a failure detection", List.of(FailureDetection.class), "to notice silence"),
          new Need(
              "UNICAST3 or UNICAST4",
              List.of(UNICAST3.class, ReliableUnicast.class),
              "for messages that arrive once and in order"),
          new Need("GMS", List.of(GMS.class), "to know who is in touch"));

  private JGroupsFile() {}

  /**
   * @throws IllegalArgumentException if the file cannot be used; the message says why
   */
  static JChannel channel(Path file, Hosts hosts) {
    JChannel channel = read(file);
    try {
      adapt(channel, check(channel, file), hosts);
      return channel;
    } catch (RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * @throws IllegalArgumentException if the file cannot be used; the message says why
   */
  static void check(Path file) {
    try (var channel = read(file)) {
      var _ = check(channel, file);
    }
  }

  private static TCP check(JChannel channel, Path file) {
    if (!(channel.getProtocolStack().getTransport() instanceof TCP tcp)) {
      throw refusal(file, "its transport is not TCP, which leases and keys are made for");
    }
    if (tcp.tls().enabled()) {
      throw refusal(file, "it has keys of its own; leave that to the key store");
    }
    var protocols = channel.getProtocolStack().getProtocols();
    for (Need need : NEEDS) {
      if (protocols.stream().noneMatch(each -> isAny(each, need.any()))) {
        throw refusal(file, "it lacks " + need.name() + ", " + need.why());
      }
    }
    return tcp;
  }

  private static void adapt(JChannel channel, TCP tcp, Hosts hosts) {
    var own = hosts.own();
    tcp.setValue("bind_addr", own.getAddress())
        .setValue("bind_port", own.getPort())
        .setValue("port_range", hosts.ports() - 1);
    JGroupsStack.seekAt(hosts, channel);
  }

  private static JChannel read(Path file) {
    if (!Files.isReadable(file)) {
      throw new IllegalArgumentException("there is no JGroups file " + file + " that can be read");
    }
    try (var in = Files.newInputStream(file)) {
      return new JChannel(in);
    } catch (Exception e) {
      throw new IllegalArgumentException(
          "cannot use the JGroups file %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static boolean isAny(Protocol protocol, List<Class<?>> kinds) {
    return kinds.stream().anyMatch(kind -> kind.isInstance(protocol));
  }

  private static IllegalArgumentException refusal(Path file, String why) {
    return new IllegalArgumentException("cannot use the JGroups file %s: %s".formatted(file, why));
  }
}
