package io.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.lab.simulate.audit.OccupancySeries;
import io.sluice.lab.simulate.audit.OccupancySeries.Step;
import io.sluice.lab.simulate.audit.Session;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Expired;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.RicartAgrawala;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutcomeTest {

  private static final Algorithm<Integer, String> OPEN =
      Probe.protocol(
          (_, _, input, out) -> {
            if (input instanceof Acquire) {
              out.granted();
            }
          });

  /** Grants nothing, and sends nothing. */
  private static final Algorithm<Integer, String> DEAD = Probe.protocol((_, _, _, _) -> {});

  /** Lets in after a second, by a timer. */
  private static final Algorithm<Integer, String> SLOW =
      Probe.protocol(
          (_, _, input, out) -> {
            switch (input) {
              case Acquire<String> _ -> out.timer("patience", 1000);
              case Expired<String> _ -> out.granted();
              default -> {}
            }
          });

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 12, 70})
  void ricartAgrawalaCostsTwiceEverybodyElse(int nodes) {
    var outcome =
        Simulation.of(RicartAgrawala.ALGORITHM, Layout.plain(nodes))
            .workload(Workload.entries(5).think(Delay.millis(50)).hold(Delay.millis(5)))
            .run();
    assertThat(outcome.end()).isEqualTo(Outcome.End.COMPLETE);
    assertThat(outcome.entries()).isEqualTo(5L * nodes);
    assertThat(outcome.messagesPerEntry()).isEqualTo(2.0 * (nodes - 1));
    assertThat(outcome.messagesByKind())
        .isEqualTo(Map.of("Reply", 5L * nodes * (nodes - 1), "Request", 5L * nodes * (nodes - 1)));
    // One event for each message, each asking and each leaving.
    assertThat(outcome.events()).isEqualTo(outcome.messages() + 2 * outcome.entries());
    assertThat(outcome.maxOccupancy()).isEqualTo(1);
    assertThat(outcome.meanOccupancy()).isEqualTo(1);
    assertThat(outcome.violation()).isEmpty();
    assertThat(outcome.waiting()).isEmpty();
  }

  @Test
  void aStalledRunNamesWhoWaits() {
    var outcome =
        Simulation.of(DEAD, Layout.plain(5))
            .workload(Workload.entries(2).asks(node -> node % 2 == 1))
            .run();
    assertThat(outcome.end()).isEqualTo(Outcome.End.STALLED);
    assertThat(outcome.waiting()).containsExactly(1, 3);
    assertThat(outcome.messagesPerEntry()).isZero();
  }

  @Test
  void aCrashStallsRicartAgrawala() {
    var outcome =
        Simulation.of(RicartAgrawala.ALGORITHM, Layout.plain(3))
            .workload(Workload.entries(3))
            .faults(Faults.NONE.with(new Fault.Crash(Nanos.parse("1.5s"), 2)))
            .run();
    assertThat(outcome.end()).isEqualTo(Outcome.End.STALLED);
    assertThat(outcome.waiting()).containsExactly(0, 1);
  }

  @Test
  void waitsAreMeasuredFromAskingToEntering() {
    var outcome = Simulation.of(SLOW, Layout.plain(1)).workload(Workload.entries(3)).run();
    assertThat(outcome.waits().meanMillis()).isEqualTo(1000);
    assertThat(outcome.waits().maxMillis()).isEqualTo(1000);
    assertThat(outcome.waits().percentileMillis(50)).isCloseTo(1000, within(1.0));
    assertThat(outcome.waits().percentileMillis(99)).isLessThanOrEqualTo(1000);
    assertThat(outcome.waits().histogram().getTotalCount()).isEqualTo(3);
  }

  @Test
  void theFirstWaitsCanBeLeftOut() {
    var outcome =
        Simulation.of(SLOW, Layout.plain(1)).workload(Workload.entries(3).unmeasured(2)).run();
    assertThat(outcome.entries()).isEqualTo(3);
    assertThat(outcome.waits().histogram().getTotalCount()).isEqualTo(1);
  }

  @Test
  void withoutEntriesTheWaitsAreZero() {
    var outcome = Simulation.of(OPEN, Layout.plain(1)).workload(Workload.entries(0)).run();
    assertThat(outcome.end()).isEqualTo(Outcome.End.COMPLETE);
    assertThat(outcome.waits().meanMillis()).isZero();
    assertThat(outcome.waits().percentileMillis(99)).isZero();
    assertThat(outcome.meanOccupancy()).isZero();
  }

  @Test
  void occupancyIsAveragedOverTheTimeThatSomebodyIsInside() {
    var outcome =
        Simulation.of(OPEN, Layout.groups(2, 1))
            .workload(
                Workload.entries(1)
                    .start(Workload.Start.TOGETHER)
                    .asks(node -> node < 2)
                    .hold(new Delay.Empirical(List.of(1_000_000_000L))))
            .run();
    assertThat(outcome.meanOccupancy()).isEqualTo(2);
    var apart =
        Simulation.of(SLOW, Layout.groups(2, 1))
            .workload(Workload.entries(4).asks(node -> node == 0).think(Delay.millis(5000)))
            .run();
    assertThat(apart.meanOccupancy()).isEqualTo(1);
    assertThat(apart.simulatedSeconds()).isBetween(23.0, 28.0);
  }

  @Test
  void sessionsAreRecordedOnRequest() {
    var workload =
        Workload.entries(2)
            .start(Workload.Start.TOGETHER)
            .asks(node -> node < 3)
            .think(Delay.millis(10))
            .hold(Delay.millis(5));
    var layout = Layout.groups(3, 2);
    assertThat(Simulation.of(OPEN, layout).workload(workload).run().sessions()).isEmpty();
    assertThat(Simulation.of(OPEN, layout).workload(workload).sessions().run().sessions())
        .containsExactly(
            new Session(0, "", 0, 5_000_000, 3, 3),
            new Session(0, "", 15_000_000, 20_000_000, 3, 3));
  }

  @Test
  void aSessionThatTheEndCutsShortIsRecordedToo() {
    var outcome =
        Simulation.of(OPEN, Layout.groups(1, 1))
            .workload(Probe.lone().hold(Delay.millis(50)))
            .duration(20_000_000)
            .sessions()
            .run();
    assertThat(outcome.sessions()).containsExactly(new Session(0, "", 0, 20_000_000, 1, 1));
    assertThat(outcome.end()).isEqualTo(Outcome.End.DURATION);
  }

  @Test
  void theSeriesShowsWhoAsksAndWhoIsInside() {
    var layout = Layout.groups(2, 1);
    var series = new OccupancySeries(layout);
    Simulation.of(SLOW, layout)
        .workload(
            Workload.entries(1)
                .start(Workload.Start.TOGETHER)
                .asks(node -> node < 2)
                .hold(Delay.millis(500)))
        .faults(Faults.NONE.with(new Fault.Crash(Nanos.parse("1.2s"), 1)))
        .audit(series)
        .run();
    assertThat(series.of(0))
        .containsExactly(
            new Step(0, 2, 0),
            new Step(1_000_000_000, 2, 2),
            new Step(1_200_000_000, 1, 1),
            new Step(1_500_000_000, 0, 0));
    assertThat(series.of(1)).containsExactly(new Step(0, 0, 0));
  }
}
