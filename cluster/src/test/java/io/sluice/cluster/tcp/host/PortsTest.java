package io.sluice.cluster.tcp.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What users write to name hosts and ports. */
class PortsTest {

  @ParameterizedTest
  @CsvSource({
    "sluice:7800-7801, sluice, 7800, 2",
    "sluice:7800, sluice, 7800, 32",
    "[::1]:7800-7800, [::1], 7800, 1",
    "sluice:65535-65535, sluice, 65535, 1"
  })
  void hostsAndPorts(String place, String host, int first, int count) {
    assertThat(Ports.of("orders", place)).isEqualTo(new Ports.Place(host, new Ports(first, count)));
  }

  @Test
  void withoutAPortTheyFollowFromTheName() {
    assertThat(Ports.of("orders", "[::1]"))
        .isEqualTo(new Ports.Place("[::1]", Ports.of("orders", "sluice").ports()));
  }

  /** The system takes the empty name for this machine, and a name may never be looked up. */
  @ParameterizedTest
  @CsvSource({
    "'', has no host",
    "' ', has no host",
    ":7800, has no host",
    "sluice:70000, 1 to 65535",
    "sluice:0-3, 1 to 65535",
    "sluice:65530, 1 to 65535",
    "sluice:7801-7800, has 0 ports",
    "sluice:http, no host",
    "::1, in brackets",
    "2001:db8::1:7800, in brackets"
  })
  void whatIsNoPlaceIsRefused(String place, String why) {
    assertThatThrownBy(() -> Ports.of("orders", place))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(place)
        .hasMessageContaining(why);
  }
}
