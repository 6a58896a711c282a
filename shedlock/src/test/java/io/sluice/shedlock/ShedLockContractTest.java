package io.sluice.shedlock;

import io.sluice.cluster.local.Local;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** ShedLock's own tests of a provider, with nodes within one JVM. */
@Tag("long") // sockets show it in the ordinary profile
class ShedLockContractTest extends ShedLockContract {

  @SuppressWarnings("NullAway") // set before all tests
  private static JobNodes nodes;

  @BeforeAll
  static void join() throws InterruptedException {
    nodes = new JobNodes(Local.jvm());
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
