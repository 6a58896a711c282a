package io.sluice.shedlock;

import io.sluice.cluster.tcp.Tcp;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** ShedLock's own tests of a provider, with nodes over sockets. */
class ShedLockContractOverTcpTest extends ShedLockContract {

  @SuppressWarnings("NullAway") // set before all tests
  private static JobNodes nodes;

  @BeforeAll
  static void join() throws InterruptedException {
    nodes = new JobNodes(Tcp.loopback());
  }

  @AfterAll
  static void depart() {
    nodes.close();
  }

  @Override
  JobNodes nodes() {
    return nodes;
  }
}
