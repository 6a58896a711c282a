package io.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DelayTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0s, 0",
    "7ns, 7",
    "7us, 7000",
    "1ms, 1000000",
    "1.5ms, 1500000",
    "1s, 1000000000",
    "2min, 120000000000",
    "0.000000001s, 1"
  })
  void aNumberWithAUnitIsConstant(String text, long nanos) {
    assertThat(Delay.parse(text)).isEqualTo(new Delay.Constant(nanos));
  }

  @Test
  void theOtherKindsAreWrittenAsPeopleWouldSayThem() {
    assertThat(Delay.parse("1ms..5ms")).isEqualTo(new Delay.Uniform(1_000_000, 5_000_000));
    assertThat(Delay.parse("exp:3ms")).isEqualTo(new Delay.Exponential(3_000_000, 0));
    assertThat(Delay.parse("exp:3ms,min:1ms"))
        .isEqualTo(new Delay.Exponential(3_000_000, 1_000_000));
    assertThat(Delay.parse("one-of:1us,3us"))
        .isEqualTo(new Delay.Empirical(List.of(1_000L, 3_000L)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0s",
        "1s",
        "90s",
        "2min",
        "1500us",
        "1ms..5ms",
        "0s..1ns",
        "exp:3ms",
        "exp:3ms,min:1ms",
        "one-of:1ms,2ms,9ms"
      })
  void whatIsPrintedParsesBack(String text) {
    assertThat(Delay.parse(Delay.parse(text).toString())).isEqualTo(Delay.parse(text));
    assertThat(Delay.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "\"\"             | '' is not a length of time; write a number and a unit, such as 1.5ms",
        "fast           | 'fast' is not a length of time; write a number and a unit, such as 1.5ms",
        "-1s            | '-1s' is not a length of time; write a number and a unit, such as 1.5ms",
        "5              | '5' lacks a unit; add one of ns, us, ms, s, min",
        "5h             | '5h' has no unit we know; use one of ns, us, ms, s, min",
        "0.5ns          | '0.5ns' is too fine; simulated time passes in whole nanoseconds",
        "99999999min    | '99999999min' is too long; at most a year is simulated",
        "5ms..1ms       | the shortest delay, 5ms, exceeds the longest, 1ms; exchange them",
        "1ms..          | '1ms..' has one end only; write both, such as 1ms..5ms",
        "exp:1ms,min:2ms| the minimum delay, 2ms, exceeds the mean, 1ms; lower it",
        "normal:3ms     | 'normal:3ms' is no delay; write 1s, 1ms..5ms, exp:3ms or one-of:1ms,2ms"
      })
  void badInputIsExplained(String text, String explanation) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Delay.parse(text))
        .withMessage(explanation);
  }

  @Test
  void uniformDelaysReachBothEndsAndNothingBeyond() {
    var chance = new Chance(1, 0);
    assertThat(LongStream.range(0, 1000).map(_ -> new Delay.Uniform(3, 6).sample(chance)))
        .containsOnly(3L, 4L, 5L, 6L);
  }

  @Test
  void exponentialDelaysHaveTheMeanAskedForAndKeepTheMinimum() {
    var chance = new Chance(1, 0);
    var statistics =
        LongStream.range(0, 100_000)
            .map(_ -> new Delay.Exponential(3_000_000, 1_000_000).sample(chance))
            .summaryStatistics();
    assertThat(statistics.getAverage()).isCloseTo(3e6, within(0.03e6));
    assertThat(statistics.getMin()).isBetween(1_000_000L, 1_001_000L);
    assertThat(statistics.getMax()).isGreaterThan(15_000_000);
  }

  @Test
  void empiricalDelaysAreTheMeasuredOnes() {
    var chance = new Chance(1, 0);
    assertThat(
            LongStream.range(0, 100).map(_ -> new Delay.Empirical(List.of(5L, 8L)).sample(chance)))
        .containsOnly(5L, 8L);
    assertThatIllegalArgumentException().isThrownBy(() -> new Delay.Empirical(List.of()));
  }
}
