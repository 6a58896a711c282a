package io.sluice.cluster.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.cluster.tcp.host.HostLookup;
import io.sluice.cluster.tcp.host.Hosts;
import io.sluice.cluster.tcp.host.Ports;
import io.sluice.protocol.membership.Expected;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jgroups.protocols.TCPPING;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.Test;

/** What a node does with the hosts that it has found. */
class LookupTest {

  private static final Duration LEASE = Duration.ofSeconds(5);

  /**
   * A name whose addresses change. Without keys the traffic would cross the network in the clear.
   */
  @Test
  void withoutKeysNoNodeLeavesThisMachineLater() throws Exception {
    var addresses = new AtomicReference<>(List.of("127.0.0.1"));
    var lookup =
        new HostLookup.ByName(
            "sluice",
            new Ports(7800, 1),
            new Expected(3, true),
            _ -> addresses.get().stream().map(InetAddress::ofLiteral).toArray(InetAddress[]::new));
    var settings =
        new TcpSettings("orders", "orders-1", lookup, LEASE, Optional.empty(), Optional.empty());
    assertThat(settings.hosts().areLoopback()).isTrue();
    addresses.set(List.of("127.0.0.1", "192.0.2.1"));
    assertThatThrownBy(settings::hosts)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("sluice keys");
  }

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
