package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.tcp.Tcp;
import io.sluice.protocol.Claim;
import io.sluice.protocol.catalogue.Catalogue;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Three nodes over TCP, with every protocol that can run a lock: all its messages are encoded. */
@Timeout(180)
class EveryProtocolOverTcpTest {

  private static final int NODES = 3;
  private static final int ENTRIES = 30;

  private static List<Sluice> nodes = List.of();

  @BeforeAll
  static void join() {
    var cluster = "every-protocol-" + ProcessHandle.current().pid();
    nodes =
        IntStream.range(0, NODES)
            .mapToObj(
                i ->
                    Sluice.named(cluster)
                        .over(Tcp.loopback())
                        .lease(Duration.ofSeconds(10))
                        .nodeName("n" + i)
                        .join())
            .toList();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> nodes.stream().allMatch(node -> node.view().members().size() == NODES));
  }

  @AfterAll
  static void close() {
    nodes.forEach(Sluice::close);
  }

  static Stream<String> algorithms() {
    return LocalTest.algorithms();
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void neverTwoHoldersAndEveryRequestIsServed(String algorithm) throws Exception {
    var found = Catalogue.builtIn().find(algorithm).orElseThrow();
    var locks =
        nodes.stream()
            .map(node -> node.node().resource(algorithm, found))
            .map(resource -> new DistributedLock(resource, Claim.EXCLUSIVE))
            .toList();
    var history = ContendingThreads.contendFor(locks, ENTRIES);
    history.check();
    assertThat(history.stays()).hasSizeGreaterThanOrEqualTo(2 * NODES * ENTRIES);
  }
}
