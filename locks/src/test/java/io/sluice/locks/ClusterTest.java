package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.tcp.Tcp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nodes that reach each other over TCP, though they are in one JVM. */
@Timeout(180)
class ClusterTest {

  private static Sluice.Builder joining(String cluster) {
    return joining(cluster, Tcp.loopback());
  }

  private static Sluice.Builder joining(String cluster, Tcp network) {
    return Sluice.named(ClusterNames.of(ClusterTest.class, cluster))
        .over(network)
        .lease(Duration.ofSeconds(3));
  }

  /** A node that is closed says so: the others need not wait for its lease. */
  @Test
  void aCleanDepartureCostsNoLease() throws Exception {
    try (var stays = joining("leave").lease(Duration.ofSeconds(30)).nodeName("stays").join()) {
      await().atMost(Duration.ofSeconds(60)).until(() -> stays.view().members().size() == 1);
      var leaves = joining("leave").lease(Duration.ofSeconds(30)).nodeName("leaves").join();
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
    assertThatThrownBy(() -> Sluice.named("far").over(Tcp.at("192.0.2.1")).join())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sluice keys");
    assertThatThrownBy(() -> Sluice.named("far").over(Tcp.at("127.0.0.1:port")).join())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("127.0.0.1:port");
    assertThatThrownBy(
            () -> Sluice.named("short").over(Tcp.loopback()).lease(Duration.ofMillis(10)).join())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lease");
  }

  /**
   * Also then it tells the others, although the thread that closes it has to carry that message.
   */
  @Test
  void aNodeMayBeClosedFromWithin() {
    try (var stays = joining("within").lease(Duration.ofMinutes(5)).nodeName("stays").join()) {
      await().atMost(Duration.ofSeconds(60)).until(() -> stays.view().members().size() == 1);
      var leaves = joining("within").lease(Duration.ofMinutes(5)).nodeName("leaves").join();
      var joined = new CountDownLatch(1);
      leaves.onView(
          view -> {
            if (view.members().size() == 2) {
              joined.countDown();
              leaves.close();
            }
          });
      await().atMost(Duration.ofSeconds(60)).until(() -> joined.getCount() == 0);
      await().atMost(Duration.ofSeconds(60)).until(() -> stays.view().members().size() == 1);
    }
  }

  private static final String STACK =
      """
      <config xmlns="urn:org:jgroups">
        <TCP bind_port="7800"/><TCPPING/><MERGE3 max_interval="2000" min_interval="500"/><FD_ALL3 timeout="2000" interval="500"/>
        <pbcast.NAKACK2 use_mcast_xmit="false"/><UNICAST4/><pbcast.GMS join_timeout="500"/>
      </config>
      """;

  @Test
  void aJGroupsFileReplacesTheUsualProtocols(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("stack.xml"), STACK);
    try (var one = joining("stack", Tcp.loopback().jgroups(file)).nodeName("one").join()) {
      one.lock("x").acquire(Duration.ofSeconds(20)).close();
      try (var two = joining("stack", Tcp.loopback().jgroups(file)).nodeName("two").join()) {
        two.lock("x").acquire(Duration.ofSeconds(20)).close();
        await().atMost(Duration.ofSeconds(60)).until(() -> one.view().members().size() == 2);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "<TCP bind_port=\"7800\"/>, <UDP/>, TCP",
    "<MERGE3 max_interval=\"2000\" min_interval=\"500\"/>, '', MERGE3",
    "<UNICAST4/>, '', UNICAST",
    "<TCPPING/>, '', ''",
    "<TCP bind_port=\"7800\"/>, <TCP tls.enabled=\"true\"/>, ''"
  })
  void aJGroupsFileThatLacksWhatIsNeededIsRefused(
      String with, String instead, String word, @TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("stack.xml"), STACK.replace(with, instead));
    assertThatThrownBy(() -> joining("lacking", Tcp.loopback().jgroups(file)).join())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("stack.xml")
        .hasMessageContaining(word);
  }
}
