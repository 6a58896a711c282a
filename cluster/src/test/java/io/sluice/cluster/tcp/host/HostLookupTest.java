package io.sluice.cluster.tcp.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.protocol.membership.Expected;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The hosts that a name stands for. */
class HostLookupTest {

  private static final Ports PORTS = new Ports(7800, 2);

  private static HostLookup named(String... addresses) {
    return new HostLookup.ByName(
        "sluice",
        PORTS,
        new Expected(3, true),
        _ -> {
          var all = new InetAddress[addresses.length];
          for (int i = 0; i < all.length; i++) {
            all[i] = InetAddress.ofLiteral(addresses[i]);
          }
          return all;
        });
  }

  private static InetSocketAddress at(String address) {
    return new InetSocketAddress(InetAddress.ofLiteral(address), PORTS.first());
  }

  /** All processes have the same list, in whatever order the name server has the addresses. */
  @Test
  void addressesAreInOneOrderAndOfOneKind() throws Exception {
    assertThat(named("127.0.0.3", "::1", "127.0.0.2").hosts())
        .isEqualTo(new Hosts(List.of(at("127.0.0.2"), at("127.0.0.3")), PORTS.count()));
    assertThat(named("::1").hosts().own()).isEqualTo(at("::1"));
  }

  /** An address that no packet can be sent to, such as one of a link that is not named. */
  @Test
  void whereNoWayLeadsToTheHostsNoneAreFound() {
    assertThatThrownBy(() -> named("fe80::5:1:7:3").hosts())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("sluice");
  }
}
