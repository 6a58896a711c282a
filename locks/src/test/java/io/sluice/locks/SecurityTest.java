package io.sluice.locks;

import static io.sluice.cluster.tcp.KeyStores.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.tcp.KeyStores;
import io.sluice.cluster.tcp.Strangers;
import io.sluice.cluster.tcp.Tcp;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import org.jgroups.BytesMessage;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which nodes are admitted, and that other bytes on the wire do no harm. */
@Timeout(180)
class SecurityTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir private static Path directory;

  private static KeyStores stores;

  @BeforeAll
  static void make() throws Exception {
    stores = KeyStores.rightAndWrong(directory);
    stores.authority("authority");
    stores.signedBy("authority", "one", -1, 100);
    stores.signedBy("authority", "two", -1, 100);
  }

  private static String named(String cluster) {
    return ClusterNames.of(SecurityTest.class, cluster);
  }

  /** Without keys if the name is empty. */
  private static Sluice join(String cluster, String node, String keys) {
    var bare = Tcp.loopback();
    var network = keys.isEmpty() ? bare : bare.security(stores.file(keys), PASSWORD.toCharArray());
    return Sluice.named(named(cluster))
        .over(network)
        .lease(Duration.ofSeconds(3))
        .nodeName(node)
        .join();
  }

  private static void use(Sluice sluice) throws Exception {
    sluice.lock("x").acquire(SOON).close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"right right", "one two"})
  void whoHasTheKeyJoins(String keys) throws Exception {
    String[] each = keys.split(" ", -1);
    try (var first = join("keys", "first", each[0])) {
      use(first);
      try (var second = join("keys", "second", each[1])) {
        use(second);
        await().atMost(SOON).until(() -> first.view().members().size() == 2);
        try (var lease = first.lock("x").acquire(SOON)) {
          assertThatThrownBy(() -> second.lock("x").acquire(Duration.ofMillis(100)))
              .isInstanceOf(TimeoutException.class);
          assertThat(lease.valid()).isTrue();
        }
        use(second);
      }
    }
  }

  /** Another key, none at all, or one where the cluster has none. */
  @ParameterizedTest
  @ValueSource(strings = {"right wrong", "right ", " right"})
  void whoHasNotTheKeyStaysOutside(String keys) throws Exception {
    String[] each = keys.split(" ", -1);
    try (var inside = join("closed", "inside", each[0])) {
      use(inside);
      try (var outside = join("closed", "outside", each[1])) {
        assertThatThrownBy(() -> outside.lock("x").acquire(Duration.ofSeconds(2)))
            .isInstanceOf(TimeoutException.class);
        assertThat(outside.view().members()).isEmpty();
        assertThat(inside.view().members()).hasSize(1);
        use(inside);
      }
    }
  }

  /** Clusters of other names at the same place: neither hears what the other says. */
  @Test
  void whoNamesAnotherClusterStaysOutside() throws Exception {
    var address = Strangers.address(named("place"));
    String place = address.getHostString() + ":" + address.getPort();
    try (var inside =
        Sluice.named("here").over(Tcp.at(place)).lease(Duration.ofSeconds(3)).join()) {
      use(inside);
      try (var outside =
          Sluice.named("there").over(Tcp.at(place)).lease(Duration.ofSeconds(3)).join()) {
        assertThatThrownBy(() -> outside.lock("x").acquire(Duration.ofSeconds(2)))
            .isInstanceOf(TimeoutException.class);
        assertThat(inside.view().members()).hasSize(1);
        use(inside);
      }
    }
  }

  /** A stranger that gets as far as sending frames can neither stop nor confuse a node. */
  @ParameterizedTest
  @ValueSource(strings = {"", "right"})
  void framesThatAreNoneOfOursAreDropped(String keys) throws Exception {
    try (var sluice = join("garbage", "node", keys)) {
      use(sluice);
      var member = sluice.view().members().getFirst();
      try (var stranger =
          Strangers.channel(named("garbage"), stores.keys(keys)).connect(named("garbage"))) {
        var there = new UUID(member.high(), member.low());
        var random = new Random(1);
        for (int i = 0; i < 500; i++) {
          byte[] noise = new byte[random.nextInt(200)];
          random.nextBytes(noise);
          if (noise.length > 1) {
            // The kind of the frame, and the version of its format.
            noise[0] = (byte) (1 + i % 3);
            noise[1] = (byte) (i % 3);
          }
          stranger.send(new BytesMessage(there, noise));
        }
        stranger.send(new BytesMessage(there, new byte[1_500_000]));
        use(sluice);
        assertThat(sluice.view().members()).contains(member);
      }
    }
  }

  /** Plain bytes at the ports, some of them just as JGroups begins, then lengths beyond measure. */
  @ParameterizedTest
  @ValueSource(strings = {"", "right"})
  void bytesThatAreNotEvenFramesAreDropped(String keys) throws Exception {
    try (var sluice = join("bytes", "node", keys)) {
      use(sluice);
      var there = Strangers.address(named("bytes"));
      var random = new Random(2);
      for (int i = 0; i < 60; i++) {
        try (var socket = new Socket(there.getAddress(), there.getPort())) {
          var out = new DataOutputStream(socket.getOutputStream());
          byte[] noise = new byte[random.nextInt(3_000)];
          random.nextBytes(noise);
          if (i % 2 == 0) {
            Strangers.greet(out, socket.getLocalPort());
            out.writeInt(i % 4 == 0 ? Integer.MAX_VALUE : random.nextInt());
          }
          out.write(noise);
          out.flush();
        } catch (IOException e) {
          // It did not want to hear the end of it.
          assertThat(e.getMessage()).isNotNull();
        }
      }
      use(sluice);
      try (var second = join("bytes", "second", keys)) {
        use(second);
      }
    }
  }

  @Test
  void aMissingKeyStoreIsNamed() {
    assertThatThrownBy(() -> join("none", "node", "missing"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("missing.p12")
        .hasMessageContaining("sluice keys");
  }
}
