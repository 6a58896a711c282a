package org.example.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Network;
import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.protocol.Layout;
import org.junit.jupiter.api.Test;

/** Many processes, with delays: what an entry costs. */
class SimulationTest {

  private static Outcome simulate(int processes, String think) {
    return Simulation.of(LazyRing.ALGORITHM, Layout.plain(processes))
        .workload(Workload.entries(10).think(Delay.parse(think)).hold(Delay.parse("10ms")))
        .network(Network.of(Delay.parse("1ms..5ms")))
        .seed(7)
        .run();
  }

  /** Then the token goes on to the next process each time, and a request to the one before. */
  @Test
  void anEntryTakesTwoMessagesWhereAllAsk() {
    assertThat(simulate(100, "0ms").messagesPerEntry()).isBetween(1.9, 2.1);
  }

  @Test
  void anEntryTakesAboutAsManyMessagesAsThereAreProcessesWhereFewAsk() {
    assertThat(simulate(100, "1000s").messagesPerEntry()).isBetween(60.0, 140.0);
  }
}
