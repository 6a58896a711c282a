package io.sluice.lab.experiment.scaling;

import static io.sluice.lab.experiment.scaling.ScalingSetup.BY_CHANCE;
import static io.sluice.lab.experiment.scaling.ScalingSetup.IN_TURN;
import static io.sluice.lab.experiment.scaling.ScalingSetup.MOTION;
import static io.sluice.lab.experiment.scaling.ScalingSetup.PLAIN_MOTION;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.experiment.Fit;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.scaling.ScalingRun.Peak;
import io.sluice.lab.experiment.scaling.ScalingSaso.Cell;
import io.sluice.protocol.scaling.Policy;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Sections 5.2 to 5.4 of the paper: what is claimed of the policies, over many seeds. */
class ScalingPoliciesTest {

  private static final int SEEDS = 200;

  /** Beyond those among which the numbers of the policies were chosen. */
  private static final long FIRST_SEED = 10_001;

  private static final List<ScalingSaso> SASOS = sasos(MOTION);

  private static List<ScalingSaso> sasos(ScalingMotion motion) {
    return ScalingSetup.POLICIES.stream()
        .map(
            policy ->
                ScalingSaso.of(
                    policy,
                    LongStream.range(FIRST_SEED, FIRST_SEED + SEEDS)
                        .mapToObj(seed -> ScalingSaso.measure(new Cell(policy, motion), seed))
                        .toList()))
        .toList();
  }

  /** At most that share of what either of the others has. */
  private static void inTurnHas(
      double share, List<ScalingSaso> sasos, ToDoubleFunction<ScalingSaso> quality) {
    double ours = quality.applyAsDouble(sasos.getLast());
    assertThat(sasos.stream().limit(2).map(quality::applyAsDouble))
        .allSatisfy(other -> assertThat(ours).isLessThanOrEqualTo(share * other));
  }

  private static List<Peak> peaks(Policy policy) {
    return LongStream.range(FIRST_SEED, FIRST_SEED + SEEDS)
        .mapToObj(seed -> ScalingSetup.run(policy, MOTION, seed).peak())
        .toList();
  }

  @Test
  void inTurnSettlesInHalfTheTimeAndHardlyOvershoots() {
    inTurnHas(0.5, SASOS, ScalingSaso::settling);
    inTurnHas(0.1, SASOS, ScalingSaso::overshoot);
    inTurnHas(0.5, SASOS, ScalingSaso::reversals);
  }

  @Test
  void inTurnNeedsNoMoreMessages() {
    inTurnHas(1, SASOS, ScalingSaso::messages);
  }

  /** There hysteresis saves some messages, at the price of everything else. */
  @Test
  void underAPlainMotionTooItSettlesInHalfTheTimeForHardlyMoreMessages() {
    var plain = sasos(PLAIN_MOTION);
    inTurnHas(0.5, plain, ScalingSaso::settling);
    inTurnHas(0.1, plain, ScalingSaso::overshoot);
    inTurnHas(1.1, plain, ScalingSaso::messages);
  }

  @Test
  void thePipelineNeverFallsBelowThePapersThroughput() {
    assertThat(SASOS)
        .allSatisfy(saso -> assertThat(saso.leastOfAll()).isGreaterThanOrEqualTo(0.45));
  }

  @Test
  void hardlyAnyOperatorDoes() {
    assertThat(SASOS)
        .allSatisfy(
            saso ->
                assertThat(Statistics.quantile(saso.leastThroughputs(), 0.05))
                    .isGreaterThanOrEqualTo(0.45));
  }

  @Test
  void inTurnThePeakOfTheInstancesIsWithinFivePercentOfTheIdealAFewStepsLater() {
    var peaks = peaks(IN_TURN);
    assertThat(Statistics.quantile(peaks.stream().map(Peak::share).toList(), 0.5))
        .isBetween(0.95, 1.05);
    assertThat(Statistics.quantile(peaks.stream().map(Peak::lag).toList(), 0.5))
        .isBetween(1.0, 4.0);
    assertThat(peaks.stream().filter(Peak::isWithinFivePercent)).hasSizeGreaterThan(SEEDS / 2);
  }

  @Test
  void theMedianPeakOfTheLoadIsThePapers() {
    assertThat(Statistics.quantile(peaks(BY_CHANCE).stream().map(Peak::load).toList(), 0.5))
        .isBetween(0.85 * ScalingSetup.PRINTED_PEAK, 1.15 * ScalingSetup.PRINTED_PEAK);
  }

  @Test
  void underGrowingLoadMessagesAreQuadraticByChanceAndNearlyLinearInTurn() {
    var byChance = ScalingTraffic.mean(BY_CHANCE, 3);
    assertThat(Fit.quadratic(byChance).rSquared()).isGreaterThan(0.99);
    assertThat(ScalingTraffic.power(byChance).slope()).isBetween(1.8, 2.2);
    assertThat(ScalingTraffic.power(ScalingTraffic.mean(IN_TURN, 1)).slope()).isBetween(0.8, 1.25);
  }
}
