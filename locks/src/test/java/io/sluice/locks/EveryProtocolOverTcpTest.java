package io.sluice.locks;

import io.sluice.cluster.tcp.Tcp;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Three nodes over TCP, with every protocol that can run a lock: all its messages are encoded. */
@Timeout(180)
class EveryProtocolOverTcpTest {

  @SuppressWarnings("NullAway") // set before all tests
  private static EveryProtocol nodes;

  @BeforeAll
  static void join() {
    var cluster = ClusterNames.of(EveryProtocolOverTcpTest.class, "every-protocol");
    nodes =
        new EveryProtocol(
            () -> Sluice.named(cluster).over(Tcp.loopback()).lease(Duration.ofSeconds(10)));
  }

  @AfterAll
  static void close() {
    nodes.close();
  }

  @ParameterizedTest
  @MethodSource("io.sluice.locks.EveryProtocol#algorithms")
  void neverTwoHoldersAndEveryRequestIsServed(String algorithm) throws Exception {
    nodes.contend(algorithm, 30);
  }
}
