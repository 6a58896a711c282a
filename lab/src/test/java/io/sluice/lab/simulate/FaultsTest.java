package io.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.lab.simulate.Fault.Crash;
import io.sluice.lab.simulate.Fault.Crossing;
import io.sluice.lab.simulate.Fault.Partition;
import io.sluice.lab.simulate.Fault.Pause;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Excluded;
import io.sluice.protocol.Input.Expired;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.exclusive.RicartAgrawala;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultsTest {

  private static final Network ONE_MS = Network.of(Delay.millis(1));

  /** Once a millisecond, for ten milliseconds, node 0 sends a number to nodes 1 and 2. */
  private static final Algorithm<Integer, String> TICKING =
      Probe.protocol(
          (_, step, input, out) -> {
            switch (input) {
              case Acquire<String> _ -> out.timer("tick", 1);
              case Expired<String> _ -> {
                out.send(1, "m" + step);
                out.send(2, "m" + step);
                if (step < 10) {
                  out.timer("tick", 1);
                } else {
                  out.granted();
                }
              }
              default -> {}
            }
          });

  @Test
  void aPartitionHoldsBackWhatIsSentAcrossUntilItHeals() {
    var diary =
        ticking(
            Faults.NONE.with(new Partition(ms(2.5), ms(6.5), ProcessSet.of(0, 2), Crossing.HELD)));
    assertThat(diary.about("received 0 1 "))
        .containsExactly(
            "m1 2000000",
            "m2 3000000",
            "m3 7500000",
            "m4 7500000",
            "m5 7500000",
            "m6 7500000",
            "m7 8000000",
            "m8 9000000",
            "m9 10000000",
            "m10 11000000");
    assertThat(diary.about("received 0 2 ")).contains("m3 4000000", "m6 7000000").hasSize(10);
  }

  @Test
  void aPartitionDropsWhatIsSentAcrossWhenTold() {
    var diary =
        ticking(
            Faults.NONE.with(new Partition(ms(2.5), ms(6.5), ProcessSet.of(1), Crossing.DROPPED)));
    assertThat(diary.about("received 0 1 "))
        .containsExactly(
            "m1 2000000", "m2 3000000", "m7 8000000", "m8 9000000", "m9 10000000", "m10 11000000");
    assertThat(diary.about("received 0 2 ")).hasSize(10);
  }

  @Test
  void aPausedNodeCatchesUpInOrder() {
    var diary =
        ticking(
            Faults.NONE
                .with(new Pause(ms(2.5), 1, ms(3.5)))
                // Within the other, and so without effect.
                .with(new Pause(ms(3), 1, ms(1))));
    assertThat(diary.about("received 0 1 "))
        .containsExactly(
            "m1 2000000",
            "m2 6000000",
            "m3 6000000",
            "m4 6000000",
            "m5 6000000",
            "m6 7000000",
            "m7 8000000",
            "m8 9000000",
            "m9 10000000",
            "m10 11000000");
  }

  @Test
  void aPauseStopsTimersAndTheApplicationToo() {
    var diary = ticking(Faults.NONE.with(new Pause(ms(2.5), 0, ms(100))));
    assertThat(diary.about("sent 0 1 ")).startsWith("m1 1000000", "m2 2000000", "m3 102500000");
    var lone = new Probe.Diary();
    Simulation.of(Probe.sending(List.of("a")), Layout.plain(2))
        .workload(Probe.lone())
        .faults(Faults.NONE.with(new Pause(ms(0.5), 0, ms(9))))
        .auditMessages(lone)
        .run();
    assertThat(lone.about("left ")).containsExactly("0 9500000");
  }

  @Test
  void nothingIsDeliveredToACrashedNodeAndItSendsNothing() {
    var receiver = ticking(Faults.NONE.with(new Crash(ms(4.5), 1)));
    assertThat(receiver.about("received 0 1 ")).hasSize(3);
    assertThat(receiver.about("received 0 2 ")).hasSize(10);
    var sender = ticking(Faults.NONE.with(new Crash(ms(4.5), 0)));
    assertThat(sender.about("sent 0 1 ")).hasSize(4);
    // What was on its way still arrives.
    assertThat(sender.about("received 0 1 ")).hasSize(4);
  }

  @Test
  void aNodeThatCrashesDuringAPauseMissesAllForGood() {
    var diary = ticking(Faults.NONE.with(new Pause(ms(2.5), 1, ms(3))).with(new Crash(ms(4.5), 1)));
    assertThat(diary.about("received 0 1 ")).containsExactly("m1 2000000");
  }

  @Test
  void aNodeThatCrashesInsideIsNoLongerInside() {
    var diary = new Probe.Diary();
    var outcome =
        Simulation.of(Probe.sending(List.of()), Layout.plain(2))
            .workload(Probe.lone().hold(Delay.millis(50)))
            .faults(Faults.NONE.with(new Crash(ms(20), 0)))
            .auditMessages(diary)
            .run();
    assertThat(diary.lines())
        .containsExactly("asked 0  0", "entered 0  0 0", "left 0 20000000", "crashed 0 20000000");
    assertThat(outcome.end()).isEqualTo(Outcome.End.COMPLETE);
    assertThat(outcome.simulatedNanos()).isEqualTo(ms(20));
  }

  @Test
  void survivorsLearnOfACrashAndHearNothingMoreFromTheCrashedNode() {
    var told = new ArrayList<String>();
    var algorithm =
        Probe.protocol(
            (self, _, input, out) -> {
              switch (input) {
                case Acquire<String> _ -> out.send(ProcessSet.of(1, 2), "slow");
                case Excluded<String>(var peer) -> told.add(self + " of " + peer);
                case Receive<String> receive -> told.add(self + " hears " + receive.message());
                default -> {}
              }
            });
    var faults =
        Faults.NONE
            .with(new Crash(ms(1), 0))
            .with(new Crash(ms(4), 2))
            .detectedAfter(Delay.millis(5));
    Simulation.of(algorithm, Layout.plain(3))
        .workload(Probe.lone())
        .network(Network.of(Delay.millis(10)))
        .faults(faults)
        .duration(ms(50))
        .run();
    // Its application is gone and so nothing is awaited, but what is in transit is waited for.
    assertThat(told).containsExactly("1 of 0", "1 of 2");
    told.clear();
    Simulation.of(algorithm, Layout.plain(3))
        .workload(Probe.lone())
        .network(Network.of(Delay.millis(3)))
        .faults(faults)
        .run();
    assertThat(told).containsExactly("1 hears slow", "2 hears slow");
  }

  @Test
  void randomFaultsStrikeAtTheirRate() {
    var diary = new Probe.Diary();
    var outcome =
        Simulation.of(Probe.sending(List.of()), Layout.plain(1000))
            .workload(Workload.unlimited().claims(_ -> List.of(Claim.SHARED)))
            .faults(Faults.NONE.with(new Faults.Crashes(2, 400)))
            .duration(Nanos.parse("100s"))
            .auditMessages(diary)
            .run();
    assertThat(diary.about("crashed ").size()).isBetween(150, 250);
    assertThat(outcome.end()).isEqualTo(Outcome.End.DURATION);
  }

  @Test
  void ricartAgrawalaEnduresRandomPausesAndHeldPartitions() {
    var outcome =
        Simulation.of(RicartAgrawala.ALGORITHM, Layout.plain(7))
            .workload(Workload.entries(50).think(Delay.millis(20)).hold(Delay.millis(5)))
            .faults(
                Faults.NONE
                    .with(new Faults.Pauses(20, Delay.millis(1, 50)))
                    .with(new Faults.Partitions(5, Delay.millis(1, 100), Crossing.HELD)))
            .run();
    assertThat(outcome.end()).isEqualTo(Outcome.End.COMPLETE);
    assertThat(outcome.entries()).isEqualTo(350);
    assertThat(outcome.messages()).isEqualTo(350 * 12);
  }

  @Test
  void randomFaultsAloneKeepNoRunGoing() {
    var outcome =
        Simulation.of(Probe.sending(List.of()), Layout.plain(3))
            .workload(Probe.lone())
            .faults(Faults.NONE.with(new Faults.Pauses(1, Delay.millis(1))))
            .run();
    assertThat(outcome.end()).isEqualTo(Outcome.End.COMPLETE);
    assertThat(outcome.simulatedNanos()).isEqualTo(ms(1));
  }

  @Test
  void aClusterThatHasCrashedAsAWholeIsLeftInPeace() {
    var outcome =
        Simulation.of(TICKING, Layout.plain(3))
            .workload(Probe.lone())
            .network(Network.of(Delay.millis(500)))
            .faults(
                Faults.NONE
                    .with(new Crash(ms(4), 0))
                    .with(new Crash(ms(4), 1))
                    .with(new Crash(ms(4), 2))
                    .with(new Faults.Pauses(1000, Delay.millis(1))))
            .run();
    assertThat(outcome.end()).isEqualTo(Outcome.End.COMPLETE);
  }

  @Test
  void oneNodeAlwaysSurvives() {
    var diary = new Probe.Diary();
    Simulation.of(Probe.sending(List.of()), Layout.plain(4))
        .workload(Workload.unlimited().claims(_ -> List.of(Claim.SHARED)))
        .faults(Faults.NONE.with(new Faults.Crashes(100, 10)))
        .duration(Nanos.parse("10s"))
        .auditMessages(diary)
        .run();
    assertThat(diary.about("crashed ")).hasSize(3);
  }

  @Test
  void impossibleFaultsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Simulation.of(RicartAgrawala.ALGORITHM, Layout.plain(3))
                    .faults(Faults.NONE.with(new Crash(0, 3))))
        .withMessage("there is no process 3, only processes 0 to 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Partition(5, 4, ProcessSet.EMPTY, Crossing.HELD));
    assertThatIllegalArgumentException().isThrownBy(() -> new Faults.Crashes(-1, 1));
  }

  private static Probe.Diary ticking(Faults faults) {
    var diary = new Probe.Diary();
    Simulation.of(TICKING, Layout.plain(3))
        .workload(Probe.lone())
        .network(ONE_MS)
        .faults(faults)
        .duration(ms(1000))
        .auditMessages(diary)
        .run();
    return diary;
  }

  private static long ms(double millis) {
    return (long) (millis * 1_000_000);
  }
}
