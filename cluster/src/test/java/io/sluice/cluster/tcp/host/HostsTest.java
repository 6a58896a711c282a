package io.sluice.cluster.tcp.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Where the processes of a cluster listen. */
class HostsTest {

  /** With one address for all, about 1,300 of these would have the row of another. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void clustersOnOneMachineHavePlacesOfTheirOwn() {
    Set<InetSocketAddress> places = new HashSet<>();
    for (int i = 0; i < 2_000; i++) {
      var hosts = Hosts.loopback("cluster-" + i);
      assertThat(hosts.areLoopback()).isTrue();
      assertThat(places.add(hosts.first().getFirst())).isTrue();
    }
  }

  @Test
  void aProcessCanListenAtThePlaceOfEveryCluster() throws Exception {
    for (int i = 0; i < 100; i++) {
      var address = Hosts.loopback("cluster-" + i).first().getFirst().getAddress();
      try (var socket = new ServerSocket(0, 1, address)) {
        assertThat(socket.getInetAddress()).isEqualTo(address);
      }
    }
  }

  @Test
  void theSameNameIsTheSamePlace() {
    assertThat(Hosts.loopback("orders")).isEqualTo(Hosts.loopback("orders"));
    assertThat(Hosts.loopback("orders").own()).isEqualTo(Hosts.loopback("orders").first().get(0));
  }

  @Test
  void hostsWithDifferentlyManyPortsAreRefused() {
    assertThatThrownBy(() -> Hosts.of("orders", List.of("127.0.0.1:7800-7801", "127.0.0.2:7800")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("let all hosts have equally many");
  }
}
