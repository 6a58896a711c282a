package io.sluice.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sluice.lab.experiment.gme.GmeAlgorithm;
import io.sluice.lab.experiment.gme.GmeSetup;
import io.sluice.lab.simulate.Outcome.End;
import io.sluice.protocol.group.TwoFixedGroups;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** A protocol that is known to be broken must not get a figure into the report. */
class TrialTest {

  private static final GmeSetup RESTLESS = GmeSetup.of(12, 10, "0s", "1s");

  @Test
  void aDeadlockFailsTheExperiment() {
    assertThatExceptionOfType(ExperimentFailed.class)
        .isThrownBy(
            () ->
                Trial.runSound(
                    RESTLESS.simulation(TwoFixedGroups.ALGORITHM_PUBLISHED), 1, Options.DEFAULT))
        .withMessageMatching(
            "2fgme-published with 12 nodes and seed 1, after .* s: stalled: .* nodes wait forever");
  }

  @Test
  void aViolationFailsTheExperiment() {
    long seed = firstViolation();
    assertThatExceptionOfType(ExperimentFailed.class)
        .isThrownBy(
            () ->
                Trial.runSound(
                    RESTLESS.simulation(TwoFixedGroups.ALGORITHM_SWAPPED), seed, Options.DEFAULT))
        .withMessageContaining("exclusion: ");
  }

  private static long firstViolation() {
    long seed = 1;
    while (Trial.run(RESTLESS.simulation(TwoFixedGroups.ALGORITHM_SWAPPED), seed, Options.DEFAULT)
            .end()
        != End.VIOLATION) {
      seed++;
      assertThat(seed).isLessThan(100);
    }
    return seed;
  }

  @Test
  void aCancelledRunIsNoResult() {
    // Long enough that the simulator looks whether to go on.
    var setup = GmeSetup.of(24, 500, "1s", "1s");
    var options = new Options(1, () -> true);
    assertThatExceptionOfType(CancellationException.class)
        .isThrownBy(() -> Trial.run(setup.simulation(GmeAlgorithm.FORKS), 1, options));
  }
}
