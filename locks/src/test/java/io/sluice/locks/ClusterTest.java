package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.Strangers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Random;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.util.UUID;
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
      await().atMost(Duration.ofSeconds(60)).until(() -> stays.node().view().members().size() == 1);
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

  /** Somebody who gets as far as sending us bytes can neither stop nor confuse a node. */
  @Test
  void bytesThatAreNoFramesAreDropped() throws Exception {
    try (var sluice = joining("garbage").as("node").join()) {
      var lock = sluice.lock("x");
      lock.acquire(Duration.ofSeconds(20)).close();
      var member = sluice.node().view().members().getFirst();
      try (var stranger = stranger("garbage")) {
        var random = new Random(1);
        for (int i = 0; i < 500; i++) {
          byte[] noise = new byte[random.nextInt(200)];
          random.nextBytes(noise);
          if (noise.length > 1) {
            noise[0] = (byte) (1 + i % 3);
            noise[1] = (byte) (i % 2);
          }
          stranger.send(new BytesMessage(new UUID(member.high(), member.low()), noise));
        }
        stranger.send(new BytesMessage(new UUID(member.high(), member.low()), new byte[2_000_000]));
        lock.acquire(Duration.ofSeconds(20)).close();
        assertThat(sluice.node().view().members()).contains(member);
      }
    }
  }

  /** A channel of the same cluster that knows nothing of Sluice. */
  private static JChannel stranger(String cluster) throws Exception {
    var stack = Strangers.channel(cluster + "-" + ProcessHandle.current().pid());
    return stack.connect(cluster + "-" + ProcessHandle.current().pid());
  }

  @Test
  void hostsBeyondThisMachineAreRefusedForNow() {
    assertThatThrownBy(() -> Sluice.named("far").cluster("192.0.2.1").join())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("encryption");
    assertThatThrownBy(() -> Sluice.named("far").cluster("127.0.0.1:port").join())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("127.0.0.1:port");
    assertThatThrownBy(() -> Sluice.named("short").cluster().lease(Duration.ofMillis(10)).join())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lease");
  }
}
