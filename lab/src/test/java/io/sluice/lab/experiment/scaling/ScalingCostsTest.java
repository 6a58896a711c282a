package io.sluice.lab.experiment.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.scaling.ScalingCosts.Cell;
import io.sluice.protocol.scaling.GuardedScaling;
import io.sluice.protocol.scaling.UnguardedScaling;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the protocols send when they carry out decisions, and what the guard is for. */
class ScalingCostsTest {

  private static final int SEEDS = 3;

  private static List<ScalingReplay> replays(Cell cell) {
    return LongStream.rangeClosed(1, SEEDS)
        .mapToObj(seed -> ScalingCosts.replay(cell, seed, Options.DEFAULT))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "3, 3", "7, 7", "14, 7", "7, 1"})
  void aDuplicationCostsWhatTheFormulaSays(int k, int by) {
    for (var protocol : ScalingCosts.PROTOCOLS) {
      var replay = ScalingCosts.duplications(protocol, k, by, Options.DEFAULT);
      assertThat(replay.error()).isEmpty();
      assertThat(replay.ownMessages()).isEqualTo(2.0 * by * 14 + k);
      assertThat(replay.delays()).hasSize(by);
      // An ask and a fork for each neighbour at most.
      assertThat(replay.guard()).isLessThanOrEqualTo(2L * by * 14);
    }
  }

  @Test
  void asPublishedItBreaksWhenMessagesTakeAStep() {
    var runs = replays(new Cell(UnguardedScaling.ALGORITHM_PUBLISHED, 1));
    assertThat(ScalingCosts.errors(runs)).isPositive();
  }

  @Test
  void guardedItDoesNot() {
    for (double delay : ScalingCosts.DELAYS) {
      assertThat(ScalingCosts.errors(replays(new Cell(GuardedScaling.ALGORITHM, delay)))).isZero();
    }
  }

  @Test
  void theGuardCostsLessThanTheChangeAndTakesLonger() {
    var guarded = replays(new Cell(GuardedScaling.ALGORITHM, 0.1));
    var unguarded = replays(new Cell(UnguardedScaling.ALGORITHM_BY_OPERATOR, 0.1));
    assertThat(ScalingCosts.guardAChange(guarded))
        .isPositive()
        .isLessThan(ScalingCosts.messagesAChange(unguarded));
    assertThat(ScalingCosts.guardAChange(unguarded)).isZero();
    assertThat(ScalingCosts.stepsAChange(guarded))
        .isGreaterThan(ScalingCosts.stepsAChange(unguarded));
  }
}
