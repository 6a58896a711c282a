package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes that speak over TCP, though they are in one JVM. */
@Timeout(90)
class ClusterTest {

  private static Sluice.Joining joining(String cluster) {
    return Sluice.named(cluster + "-" + ProcessHandle.current().pid())
        .cluster()
        .lease(Duration.ofSeconds(3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"naimi-trehel", "ricart-agrawala", "maekawa", "forks"})
  void neverTwoInsideAndEverybodyIsServed(String algorithm) throws Exception {
    var nodes = new ArrayList<Sluice>();
    for (int i = 0; i < 3; i++) {
      nodes.add(joining(algorithm).algorithm(algorithm).as("n" + i).join());
    }
    History history;
    try {
      history = Crowd.contend(nodes, 50);
    } finally {
      nodes.forEach(Sluice::close);
    }
    history.check();
    assertThat(history.stays()).hasSizeGreaterThanOrEqualTo(300);
  }

  /** Who leaves takes leave: the others need not wait for its lease. */
  @Test
  void aCleanLeaveCostsNoLease() throws Exception {
    try (var stays = joining("leave").lease(Duration.ofSeconds(30)).as("stays").join()) {
      await().until(() -> stays.node().view().members().size() == 1);
      var leaves = joining("leave").lease(Duration.ofSeconds(30)).as("leaves").join();
      leaves.lock("x").acquire(Duration.ofSeconds(20)).close();
      var lease = leaves.lock("x").acquire(Duration.ofSeconds(20));
      long before = System.nanoTime();
      leaves.close();
      try (var next = stays.lock("x").acquire(Duration.ofSeconds(20))) {
        assertThat(next.fence()).isGreaterThan(lease.fence());
      }
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(20));
    }
  }

  @Test
  void whatCannotBeJoinedIsRefused() {
    assertThatThrownBy(() -> Sluice.named("far").cluster("192.0.2.1").join())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sluice keys");
    assertThatThrownBy(() -> Sluice.named("far").cluster("127.0.0.1:port").join())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("127.0.0.1:port");
    assertThatThrownBy(() -> Sluice.named("short").cluster().lease(Duration.ofMillis(10)).join())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lease");
  }
}
