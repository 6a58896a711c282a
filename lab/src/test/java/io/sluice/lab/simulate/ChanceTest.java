package io.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ChanceTest {

  /** Pinned: a different number here means that no run can be replayed any more. */
  @Test
  void theNumbersOfASeedNeverChange() {
    var chance = new Chance(42, 1);
    assertThat(new long[] {chance.next(), chance.next(), chance.below(1000)})
        .containsExactly(6168158941143839527L, -3019913106490840865L, 925);
    assertThat(chance.exponential(1e6)).isEqualTo(966782.8236687364);
  }

  @Test
  void seedsAndStreamsDiffer() {
    assertThat(
            LongStream.of(
                new Chance(1, 0).next(),
                new Chance(1, 1).next(),
                new Chance(2, 0).next(),
                new Chance(2, 1).next()))
        .doesNotHaveDuplicates();
  }

  @Test
  void aProbabilityIsKept() {
    var chance = new Chance(3, 0);
    long strikes = LongStream.range(0, 100_000).filter(_ -> chance.strikes(0.3)).count();
    assertThat(strikes / 1e5).isCloseTo(0.3, within(0.01));
    assertThat(LongStream.range(0, 1000).noneMatch(_ -> chance.strikes(0))).isTrue();
    assertThat(LongStream.range(0, 1000).allMatch(_ -> chance.strikes(1))).isTrue();
  }

  @Test
  void fractionsLieBetweenZeroAndOne() {
    var chance = new Chance(4, 0);
    var statistics = DoubleStream.generate(chance::fraction).limit(100_000).summaryStatistics();
    assertThat(statistics.getMin()).isBetween(0.0, 0.001);
    assertThat(statistics.getMax()).isBetween(0.999, Math.nextDown(1.0));
    assertThat(statistics.getAverage()).isCloseTo(0.5, within(0.01));
  }

  @Test
  void normalNumbersHaveMeanZeroAndDeviationOne() {
    var chance = new Chance(5, 0);
    double[] drawn = DoubleStream.generate(chance::normal).limit(100_000).toArray();
    assertThat(DoubleStream.of(drawn).average()).hasValueCloseTo(0.0, within(0.01));
    assertThat(DoubleStream.of(drawn).map(x -> x * x).average()).hasValueCloseTo(1.0, within(0.02));
    double beyondTwo = DoubleStream.of(drawn).filter(x -> Math.abs(x) > 2).count() / 1e5;
    assertThat(beyondTwo).isCloseTo(0.0455, within(0.003));
  }
}
