package io.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.lab.simulate.Workload.Start;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.RicartAgrawala;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When the nodes ask for the first time. */
class StartTest {

  private static final long MILLISECOND = 1_000_000;

  private static List<Long> firstRequests(Start start, Delay think) {
    var asked = new ArrayList<Long>();
    Simulation.of(RicartAgrawala.ALGORITHM, Layout.plain(50))
        .workload(Workload.entries(1).think(think).start(start))
        .audit(
            new Auditor() {
              @Override
              public void asked(long at, int node, Claim claim) {
                asked.add(at);
              }
            })
        .run();
    return asked;
  }

  @Test
  void spreadOverAThinkTime() {
    var asked = firstRequests(Start.SPREAD, Delay.millis(80));
    assertThat(asked).hasSize(50).allMatch(at -> at < 80 * MILLISECOND);
    assertThat(asked.getLast()).isGreaterThan(40 * MILLISECOND);
  }

  @Test
  void withinAPeriodWhateverTheThinkTime() {
    var asked = firstRequests(new Start.Within(20 * MILLISECOND), Delay.NONE);
    assertThat(asked).hasSize(50).allMatch(at -> at < 20 * MILLISECOND);
    assertThat(asked.getLast()).isGreaterThan(10 * MILLISECOND);
  }

  @Test
  void togetherAtTheBeginning() {
    assertThat(firstRequests(Start.TOGETHER, Delay.millis(80))).containsOnly(0L);
  }

  @Test
  void aPeriodIsNotNegative() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Start.Within(-1));
  }
}
