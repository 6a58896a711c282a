package io.sluice.cluster.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.tcp.host.Hosts;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jgroups.protocols.TCPPING;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.Test;

/** What a node does with the hosts that it has found. */
class LookupTest {

  private static final Duration LEASE = Duration.ofSeconds(5);

  /**
   * JGroups adds no ports to hosts that it is given later, and would ask at the first ones only.
   */
  @Test
  void allPortsOfTheHostsFoundLaterAreAsked() throws Exception {
    var first = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 7800);
    var second = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.2"), 7800);
    var before = new Hosts(List.of(first), 2);
    try (var sockets = new ChannelSockets(Optional.empty());
        var channel = JGroupsStack.channel(before, LEASE, sockets, Optional.empty())) {
      JGroupsStack.seekAt(new Hosts(List.of(first, second), 2), channel);
      TCPPING ping = Objects.requireNonNull(channel.getProtocolStack().findProtocol(TCPPING.class));
      assertThat(ping.getInitialHosts())
          .containsExactlyInAnyOrder(
              new IpAddress("127.0.0.1", 7800),
              new IpAddress("127.0.0.1", 7801),
              new IpAddress("127.0.0.2", 7800),
              new IpAddress("127.0.0.2", 7801));
    }
  }
}
