package io.sluice.protocol.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.sluice.protocol.scaling.Decision.Delete;
import io.sluice.protocol.scaling.Decision.Duplicate;
import io.sluice.protocol.scaling.Decision.Stay;
import io.sluice.protocol.scaling.Load.Trend;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Section 4.1 of the paper: what one round of decisions does to an operator. */
class DecisionTest {

  private static final LoadTarget PAPER = new LoadTarget(500, 0.7, 0.8, 0.6);
  private static final int PERIOD = 5;
  private static final PolicyByChance BY_CHANCE = new PolicyByChance(PAPER, PERIOD);
  private static final double ALMOST_ONE = Math.nextDown(1.0);

  /** An operator at rest, with its target. */
  private record Operator(LoadTarget target, double records, int instances) {

    static Operator drawn(long seed) {
      var random = new Random(seed);
      double ratio = 0.2 + 0.6 * random.nextDouble();
      var target =
          new LoadTarget(
              1 + 1000 * random.nextDouble(),
              ratio,
              ratio + (1 - ratio) * (0.01 + 0.99 * random.nextDouble()),
              ratio * (0.01 + 0.98 * random.nextDouble()));
      // From nearly nothing to four times the capacity.
      double each = target.capacity() * Math.pow(2, 8 * random.nextDouble() - 6);
      int instances = 1 + random.nextInt(60);
      return new Operator(target, each * instances, instances);
    }

    double ideal() {
      return target.ideal(records);
    }

    Load load(int rank) {
      return Load.atRest(records / instances, instances, rank);
    }

    Load load(int rank, Trend trend) {
      return new Load(records / instances, instances, instances, rank, records, trend);
    }

    boolean isOutOfBounds() {
      double each = records / instances;
      return target.isTooBusy(each) || target.isTooIdle(each);
    }
  }

  private static Stream<Operator> operators() {
    return LongStream.rangeClosed(1, 2_000).mapToObj(Operator::drawn);
  }

  /** Over all numbers that can be drawn: a decision changes at most once between 0 and 1. */
  private static double expectedChange(Policy policy, Load load) {
    int low = policy.decide(load, 0).change();
    int high = policy.decide(load, ALMOST_ONE).change();
    double from = 0;
    double to = ALMOST_ONE;
    while (Math.nextUp(from) < to) {
      double middle = (from + to) / 2;
      if (policy.decide(load, middle).change() == low) {
        from = middle;
      } else {
        to = middle;
      }
    }
    return low * to + high * (1 - to);
  }

  @Test
  void byChanceTheExpectedNumberAfterARoundIsTheIdeal() {
    assertThat(operators().filter(Operator::isOutOfBounds)).hasSizeGreaterThan(1_000);
    operators()
        .filter(Operator::isOutOfBounds)
        .forEach(
            operator -> {
              var policy = new PolicyByChance(operator.target, PERIOD);
              double expected =
                  operator.instances
                      + IntStream.range(0, operator.instances)
                          .mapToDouble(rank -> expectedChange(policy, operator.load(rank)))
                          .sum();
              // Instances are whole: the ideal is, rounded towards how many there are.
              double ideal =
                  operator.ideal() > operator.instances
                      ? Math.floor(operator.ideal())
                      : Math.ceil(operator.ideal());
              assertThat(expected).as("%s", operator).isCloseTo(ideal, within(1e-6));
            });
  }

  @Test
  void neverFewerThanTheKeeper() {
    var random = new Random(1);
    operators()
        .forEach(
            operator ->
                policies(operator.target)
                    .forEach(
                        policy -> {
                          for (var trend : Trend.values()) {
                            var decision =
                                policy.decide(operator.load(0, trend), random.nextDouble());
                            assertThat(decision).isNotInstanceOf(Delete.class);
                          }
                        }));
  }

  @Test
  void neverMoreIsAskedForThanTheIdeal() {
    operators()
        .forEach(
            operator -> {
              int after =
                  operator.instances + operator.target.asked(operator.records, operator.instances);
              double ideal = operator.ideal();
              assertThat((double) after)
                  .isBetween(
                      Math.min(ideal, operator.instances), Math.max(ideal, operator.instances));
              assertThat(Math.abs(after - ideal)).isLessThan(1);
              assertThat(after).isPositive();
            });
  }

  @Test
  void betweenTheThresholdsEverybodyStays() {
    var random = new Random(2);
    assertThat(operators().filter(operator -> !operator.isOutOfBounds())).hasSizeGreaterThan(100);
    operators()
        .filter(operator -> !operator.isOutOfBounds())
        .forEach(
            operator ->
                policies(operator.target)
                    .forEach(
                        policy -> {
                          for (int rank = 0; rank < operator.instances; rank++) {
                            var decision = policy.decide(operator.load(rank), random.nextDouble());
                            assertThat(decision).isEqualTo(new Stay());
                          }
                        }));
  }

  /** Whatever hysteresis does, chance alone would do too; at rest they are the same. */
  @Test
  void hysteresisOnlyEverHoldsBack() {
    var random = new Random(3);
    operators()
        .forEach(
            operator -> {
              var byChance = new PolicyByChance(operator.target, PERIOD);
              var hysteresis = hysteresis(operator.target);
              int rank = random.nextInt(operator.instances);
              double drawn = random.nextDouble();
              var free = byChance.decide(operator.load(rank), drawn);
              for (var trend : Trend.values()) {
                var held = hysteresis.decide(operator.load(rank, trend), drawn);
                assertThat(held).isIn(new Stay(), free);
                boolean turning =
                    trend == (free instanceof Delete ? Trend.GROWING : Trend.SHRINKING);
                if (!turning) {
                  assertThat(held).isEqualTo(free);
                }
              }
            });
  }

  @Test
  void hysteresisHoldsBackATurn() {
    var policy = new PolicyWithHysteresis(BY_CHANCE, PAPER.between(0.5, 0.9));
    var idle = new Operator(PAPER, 20 * 0.55 * 500, 20);
    assertThat(policy.decide(idle.load(1, Trend.GROWING), 0)).isEqualTo(new Stay());
    assertThat(policy.decide(idle.load(1, Trend.SHRINKING), 0)).isEqualTo(new Delete());
    var busy = new Operator(PAPER, 20 * 0.85 * 500, 20);
    assertThat(policy.decide(busy.load(1, Trend.SHRINKING), 0)).isEqualTo(new Stay());
    assertThat(policy.decide(busy.load(1, Trend.GROWING), 0)).isEqualTo(new Duplicate(1));
  }

  /** Errors in print: here the printed lines would give something else. */
  @ParameterizedTest
  @CsvSource({
    // One instance needs two: n > 1 in line 5 of Algorithm 4 would refuse.
    "700, 1, 0.99, 1",
    // Two need five: ⌊1.5⌋ and one more for half of them, where 1.5 as a probability is certain.
    "1750, 2, 0.49, 2",
    "1750, 2, 0.51, 1",
    // Ten need 5.5: four leave, so four in nine; rounding down and n_t would say five in ten.
    "1925, 10, 0.44, -1",
    "1925, 10, 0.45, 0",
  })
  void asCorrected(double records, int instances, double drawn, int change) {
    var operator = new Operator(PAPER, records, instances);
    var decision = BY_CHANCE.decide(operator.load(instances - 1), drawn);
    assertThat(decision.change()).isEqualTo(change);
  }

  static Stream<Policy> policies() {
    return policies(PAPER);
  }

  private static Stream<Policy> policies(LoadTarget target) {
    return Stream.of(new PolicyByChance(target, PERIOD), hysteresis(target), inTurn(target));
  }

  private static Policy inTurn(LoadTarget target) {
    return new PolicyInTurn(target, target.down() * 0.7, PERIOD);
  }

  private static Policy hysteresis(LoadTarget target) {
    var turning = target.between(target.down() * 0.9, Math.min(1, target.up() * 1.1));
    return new PolicyWithHysteresis(new PolicyByChance(target, PERIOD), turning);
  }

  /** While no instance starts or ends. */
  @ParameterizedTest
  @MethodSource("policies")
  void everybodyDecidesOnceInAPeriod(Policy policy) {
    for (int instances = 1; instances <= 40; instances++) {
      for (int rank = 0; rank < instances; rank++) {
        int place = rank;
        int siblings = instances;
        assertThat(
                LongStream.range(100, 100 + PERIOD)
                    .filter(step -> policy.isDue(step, step - 7, place, siblings)))
            .hasSize(1);
      }
    }
  }

  @Test
  void whatCanNotBeIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new LoadTarget(0, 0.7, 0.8, 0.6));
    assertThatIllegalArgumentException().isThrownBy(() -> new LoadTarget(500, 0.7, 0.6, 0.8));
    assertThatIllegalArgumentException().isThrownBy(() -> Load.atRest(-1, 1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> Load.atRest(1, 1, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Load(100, 2, 2, 0, 150, Trend.STEADY));
    assertThatIllegalArgumentException().isThrownBy(() -> new Duplicate(0));
    assertThatIllegalArgumentException().isThrownBy(() -> new PolicyInTurn(PAPER, 0.4, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new PolicyInTurn(PAPER, 0.65, PERIOD));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PolicyWithHysteresis(BY_CHANCE, PAPER.between(0.65, 0.9)));
    assertThat(List.of(Decision.duplicate(0).change(), Decision.duplicate(3).change()))
        .containsExactly(0, 3);
  }
}
