package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.tcp.Tcp;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clusters without a fixed first address, on this machine. */
@Timeout(180)
class DiscoveryTest {

  private static final Duration LEASE = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static Sluice join(String cluster, Tcp network) {
    return Sluice.named(ClusterNames.of(DiscoveryTest.class, cluster))
        .over(network)
        .lease(LEASE)
        .join();
  }

  /** Of three that are expected two are enough, and a guest does not count. */
  @Test
  void aClusterWorksWhileMoreThanHalfOfTheExpectedProcessesAreInContact() throws Exception {
    var network = Tcp.discover("localhost", 3);
    try (var one = join("expected", network);
        var guest = join("expected", network.guest())) {
      assertThat(one.awaitMembership(LEASE.multipliedBy(4))).isFalse();
      long fence;
      Lease kept;
      try (var other = join("expected", network)) {
        try (var lease = one.lock("x").acquire(PATIENCE)) {
          fence = lease.fence();
        }
        try (var lease = guest.lock("x").acquire(PATIENCE)) {
          assertThat(lease.fence()).isGreaterThan(fence);
        }
        assertThat(other.view().members()).hasSize(3);
        kept = one.lock("y").acquire(PATIENCE);
        assertThat(kept.valid()).isTrue();
      }
      // The guest cannot stand in for the one that is gone.
      await().atMost(PATIENCE).until(() -> !kept.valid());
      await().atMost(PATIENCE).until(() -> guest.view().members().isEmpty());
      try (var next = join("expected", network);
          var lease = next.lock("x").acquire(PATIENCE)) {
        assertThat(lease.fence()).isGreaterThan(fence);
      }
    }
  }

  @Test
  void whatCannotBeDiscoveredIsRefused() {
    assertThatThrownBy(() -> Tcp.discover("localhost", 0))
        .hasMessageContaining("at least 1 process is expected");
    assertThatThrownBy(() -> join("nowhere", Tcp.discover(":7800", 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has no host");
    assertThatThrownBy(() -> join("nowhere", Tcp.discover("localhost:70000", 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 to 65535");
    assertThatThrownBy(() -> Tcp.loopback().guest())
        .hasMessageContaining("only where processes are discovered");
    assertThatThrownBy(() -> join("far", Tcp.discover("no-such-host.invalid", 3)))
        .hasMessageContaining("sluice keys");
  }
}
