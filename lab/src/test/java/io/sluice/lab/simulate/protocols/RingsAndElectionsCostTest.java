package io.sluice.lab.simulate.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Fault;
import io.sluice.lab.simulate.Faults;
import io.sluice.lab.simulate.Nanos;
import io.sluice.lab.simulate.Network;
import io.sluice.lab.simulate.Outcome.End;
import io.sluice.lab.simulate.Probe;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.Central;
import io.sluice.protocol.exclusive.CentralFixed;
import io.sluice.protocol.exclusive.PausedRing;
import io.sluice.protocol.exclusive.Ring;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the coordinators and the rings cost in messages, and what they live through. */
class RingsAndElectionsCostTest {

  private static final int ENTRIES = 10;

  /** Those who ask do so at once, and again as soon as they have left. */
  private static <S, M> Simulation<S, M> busy(Algorithm<S, M> algorithm, int n, IntPredicate asks) {
    return Simulation.of(algorithm, Layout.plain(n))
        .workload(
            Workload.entries(ENTRIES)
                .think(Delay.NONE)
                .hold(Delay.millis(10))
                .start(Workload.Start.TOGETHER)
                .asks(asks));
  }

  private static double cost(Simulation<?, ?> simulation) {
    var outcome = simulation.run();
    assertThat(outcome.end()).as(outcome.violation().toString()).isEqualTo(End.COMPLETE);
    return outcome.messagesPerEntry();
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 9, 16, 25, 49, 100})
  void aCoordinatorCostsThreeMessagesAnEntryAndNoneForItself(int n) {
    for (var algorithm : List.of(CentralFixed.ALGORITHM, Central.ALGORITHM)) {
      assertThat(cost(busy(algorithm, n, node -> node != 0))).isEqualTo(3);
      assertThat(cost(busy(algorithm, n, node -> node == 0))).isZero();
    }
  }

  /** Two tokens move on after each entry; in the beginning every process wakes the first, twice. */
  @ParameterizedTest
  @ValueSource(ints = {4, 9, 16, 25, 49, 100})
  void aRingInWhichEverybodyAsksCostsTwo(int n) {
    double cost = cost(busy(Ring.ALGORITHM, n, _ -> true));
    assertThat(cost).isEqualTo((2.0 * ENTRIES * n + 2 * (n - 1)) / (ENTRIES * n));
  }

  /** The request and the token; the first entry is free. */
  @ParameterizedTest
  @ValueSource(ints = {4, 9, 16, 25, 49, 100})
  void aPausedRingInWhichEverybodyAsksCostsTwo(int n) {
    double cost = cost(busy(PausedRing.ALGORITHM, n, _ -> true));
    assertThat(cost).isEqualTo((2.0 * ENTRIES * n - 2) / (ENTRIES * n));
  }

  /** That the runs are complete says that nothing moves any more. */
  @ParameterizedTest
  @ValueSource(ints = {4, 9, 16, 25, 49, 100})
  void aPausedRingCostsNothingWhereTheTokenRestsAndTwoRoundsAtMostElsewhere(int n) {
    assertThat(cost(busy(PausedRing.ALGORITHM, n, node -> node == 0))).isZero();
    assertThat(cost(busy(PausedRing.ALGORITHM, n, node -> node == n - 1)))
        .as("it comes once and stays")
        .isEqualTo(2.0 * (n - 1) / ENTRIES);
  }

  /** One message in two thousand: losses follow each other, but not upon each other. */
  @Test
  void aRingLivesThroughLossAfterLoss() {
    var diary = new Probe.Diary();
    var outcome =
        Simulation.of(Ring.ALGORITHM, Layout.plain(9))
            .workload(Workload.entries(300).think(Delay.millis(100)).asks(node -> node == 4))
            .network(Network.DEFAULT.withLoss(0.0005))
            .auditMessages(diary)
            .invariantsEvery(1)
            .run();
    assertThat(outcome.end()).as(outcome.violation().toString()).isEqualTo(End.COMPLETE);
    assertThat(outcome.entries()).isEqualTo(300);
    int lost = diary.about("sent").size() - diary.about("received").size();
    assertThat(lost).isGreaterThan(5);
  }

  /** The third crash comes before all survivors know of the second. */
  @Test
  void coordinatorsCrashOneAfterTheOther() {
    var faults =
        Faults.NONE
            .with(new Fault.Crash(Nanos.parse("100ms"), 0))
            .with(new Fault.Crash(Nanos.parse("300ms"), 1))
            .with(new Fault.Crash(Nanos.parse("310ms"), 2))
            .with(new Fault.Crash(Nanos.parse("500ms"), 5))
            .detectedAfter(Delay.parse("5ms..50ms"));
    for (int seed = 1; seed <= 100; seed++) {
      var outcome = busy(Central.ALGORITHM, 9, _ -> true).faults(faults).seed(seed).run();
      assertThat(outcome.end()).as(outcome.violation().toString()).isEqualTo(End.COMPLETE);
      assertThat(outcome.entries()).as("of survivors").isGreaterThanOrEqualTo(5 * ENTRIES);
      assertThat(outcome.messagesByKind()).containsKeys("Stand", "Follow");
    }
  }
}
