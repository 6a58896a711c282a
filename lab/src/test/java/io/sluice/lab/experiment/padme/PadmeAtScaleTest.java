package io.sluice.lab.experiment.padme;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.simulate.Auditor;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Fault;
import io.sluice.lab.simulate.Faults;
import io.sluice.lab.simulate.Nanos;
import io.sluice.lab.simulate.Network;
import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Outcome.End;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.lab.simulate.Workload.Start;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.priority.Configuration;
import io.sluice.protocol.priority.Models;
import io.sluice.protocol.priority.Padme;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Many participants, of whom some die, the root and the next root among them. A second token would
 * let two in at once, or show a fencing number that does not grow: the simulator judges both at
 * every entry.
 */
class PadmeAtScaleTest {

  /** Who dies, in this order. */
  private static final List<Integer> VICTIMS = List.of(5, 0, 3, 1, 40);

  /** Counts how often each is let in. */
  private static final class Census implements Auditor {
    private final int[] entries;

    Census(int participants) {
      entries = new int[participants];
    }

    @Override
    public void entered(long at, int node, Claim claim, long fence) {
      entries[node]++;
    }

    /** The least that any survivor got. */
    int least() {
      return IntStream.range(0, entries.length)
          .filter(node -> !VICTIMS.contains(node))
          .map(node -> entries[node])
          .min()
          .orElseThrow();
    }
  }

  private static Faults deaths(long within) {
    var faults = Faults.NONE.detectedAfter(Delay.millis(5, 20));
    for (int k = 0; k < VICTIMS.size(); k++) {
      faults =
          faults.with(new Fault.Crash((k + 1) * within / (VICTIMS.size() + 1), VICTIMS.get(k)));
    }
    return faults;
  }

  private static Simulation<?, ?> simulation(
      String letters, int participants, Workload workload, long within, Auditor auditor) {
    var configuration = Configuration.of(Models.of(letters));
    return Simulation.of(Padme.algorithm(configuration), Layout.plain(participants))
        .network(Network.of(Delay.millis(1, 5)))
        .workload(
            workload
                .think(Delay.NONE)
                .hold(Delay.millis(1))
                .start(Start.TOGETHER)
                .claims(node -> List.of(configuration.claim(node))))
        .faults(deaths(within))
        .audit(auditor);
  }

  /** Every process asks as often as declared, at once, and is served. */
  private static Outcome serveAll(String letters, int participants, int entries) {
    var census = new Census(participants);
    long within = participants * Nanos.parse("10ms");
    var outcome =
        simulation(letters, participants, Workload.entries(entries), within, census).run();
    assertThat(outcome.violation()).isEmpty();
    assertThat(outcome.end()).isEqualTo(End.COMPLETE);
    assertThat(census.least()).isEqualTo(entries);
    return outcome;
  }

  @Test
  void tenThousandAreServedAlthoughSomeDie() {
    var outcome = serveAll("FRUU", 10_000, 1);
    assertThat(outcome.messagesByKind().get("Sync"))
        .isGreaterThanOrEqualTo(VICTIMS.size() * 9_990L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"FFFF", "FFUU", "FRFU", "LRUU", "LFFF"})
  void threeHundredAreServedInOtherConfigurations(String letters) {
    serveAll(letters, 300, 2);
  }

  /** The protocol's own invariant looks at all messages under way, which takes long for many. */
  @Test
  void thereIsOneTokenAtMostAtEveryMoment() {
    var census = new Census(64);
    var outcome =
        simulation("FRUU", 64, Workload.entries(5), Nanos.parse("2s"), census)
            .invariantsEvery(1)
            .run();
    assertThat(outcome.violation()).isEmpty();
    assertThat(outcome.end()).isEqualTo(End.COMPLETE);
  }

  /**
   * Use lets those near the root in many times while a leaf waits, and still the leaf's turn comes.
   */
  private static int leastOfCeaseless(String letters, int participants, String duration) {
    var census = new Census(participants);
    long time = Nanos.parse(duration);
    var outcome =
        simulation(letters, participants, Workload.unlimited(), time, census).duration(time).run();
    assertThat(outcome.violation()).isEmpty();
    assertThat(outcome.end()).isEqualTo(End.DURATION);
    return census.least();
  }

  @ParameterizedTest
  @CsvSource({"FRUU, 60s", "FRFF, 60s", "FFFU, 60s"})
  void noParticipantStarvesUnderFairAlthoughAllAskWithoutEnd(String letters, String duration) {
    assertThat(leastOfCeaseless(letters, 300, duration)).isPositive();
  }

  @Test
  void underLevelLowPrioritiesStarve() {
    assertThat(leastOfCeaseless("LRUU", 300, "60s")).isZero();
  }

  @Test
  @Tag("long")
  void noneOfTenThousandStarvesUnderFairAlthoughAllAskWithoutEnd() {
    assertThat(leastOfCeaseless("FRUU", 10_000, "1200s")).isPositive();
  }

  @Test
  @Tag("long")
  void tenThousandAreServedWithAllRequestsForwarded() {
    serveAll("FFUU", 10_000, 1);
  }
}
