package io.sluice.locks;

import static io.sluice.cluster.tcp.KeyStores.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.tcp.KeyStores;
import io.sluice.cluster.tcp.Tcp;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node may hold locks whose names take more bytes than wait for a peer at a time. */
@Timeout(180)
class LongCensusTest {

  private static final Duration SOON = Duration.ofSeconds(60);

  /** 24 MiB, six times as much as may wait in a queue. */
  private static final int HELD = 6_000;

  private static final String LONG = "n".repeat(4_000);

  @TempDir private static Path directory;

  private static Tcp network;

  /** Encrypted, which makes the connection slower than the node. */
  @BeforeAll
  static void makeKeys() throws Exception {
    var stores = KeyStores.rightAndWrong(directory);
    network = Tcp.loopback().security(stores.file("right"), PASSWORD.toCharArray());
  }

  private static Sluice join(String node) {
    return Sluice.named(ClusterNames.of(LongCensusTest.class, "long-census"))
        .over(network)
        .nodeName(node)
        .join();
  }

  @Test
  void whatANodeHoldsIsRespectedByANewcomerHoweverLongTheNames() throws Exception {
    try (var holder = join("holder")) {
      var leases = new ArrayList<Lease>();
      for (int i = 0; i < HELD; i++) {
        leases.add(holder.lock(LONG + i).acquire(SOON));
      }
      try (var newcomer = join("newcomer")) {
        newcomer.lock("free").acquire(SOON).close();
        assertThat(leases).allMatch(Lease::valid);
        assertThat(holder.view().members()).hasSize(2);
        assertThatThrownBy(() -> newcomer.lock(LONG + 0).acquire(Duration.ofMillis(100)))
            .isInstanceOf(TimeoutException.class);
        leases.getFirst().close();
        try (var next = newcomer.lock(LONG + 0).acquire(SOON)) {
          assertThat(next.valid()).isTrue();
        }
        await().atMost(SOON).until(() -> newcomer.view().members().size() == 2);
      }
    }
  }
}
