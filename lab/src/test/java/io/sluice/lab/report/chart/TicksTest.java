package io.sluice.lab.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TicksTest {
  private static List<String> labels(Scale scale) {
    return scale.ticks().stream().filter(Scale.Tick::major).map(Scale.Tick::label).toList();
  }

  @ParameterizedTest
  @CsvSource({"10, 5, 2", "10, 10, 1", "7, 7, 1", "100, 3, 50", "0.3, 5, 0.1", "13395, 7, 2000"})
  void stepsAreOneTwoOrFiveTimesAPowerOfTen(double span, int labels, double step) {
    assertThat(Ticks.step(span, labels)).isEqualTo(step);
  }

  @Test
  void linearAxesStartAtZeroAndEndAtATick() {
    Scale scale = Scale.rounded(Axis.linear("y"), 310, 2700, 7);
    assertThat(labels(scale))
        .containsExactly("0", "500", "1,000", "1,500", "2,000", "2,500", "3,000");
    assertThat(scale.high()).isEqualTo(3000);
  }

  @Test
  void valuesFarFromZeroAreNotSquashedByIt() {
    Scale scale = Scale.rounded(Axis.linear("y"), 980, 1000, 7);
    assertThat(scale.low()).isEqualTo(980);
  }

  @Test
  void aSingleValueStillHasAnAxis() {
    assertThat(labels(Scale.rounded(Axis.linear("y"), 0, 0, 7))).contains("0");
    assertThat(labels(Scale.tight(Axis.linear("x"), 5, 5, 7))).contains("5");
    assertThat(labels(Scale.rounded(Axis.log("y"), 10, 10, 7))).contains("10", "100");
  }

  @Test
  void logarithmicAxesLabelPowersOfTen() {
    Scale scale = Scale.tight(Axis.log("n"), 10, 1_000_000, 8);
    assertThat(labels(scale))
        .containsExactly("10", "100", "1,000", "10,000", "100,000", "1,000,000");
  }

  @Test
  void aShortLogarithmicAxisLabelsTwoAndFiveToo() {
    assertThat(labels(Scale.rounded(Axis.log("n"), 23, 180, 7)))
        .containsExactly("20", "50", "100", "200");
  }

  @Test
  void aLongLogarithmicAxisLeavesPowersOut() {
    assertThat(labels(Scale.tight(Axis.log("n"), 1e-6, 1e9, 6)).size()).isLessThanOrEqualTo(7);
  }

  @Test
  void smallPowersOfTenKeepTheirDecimals() {
    assertThat(labels(Scale.rounded(Axis.log("s"), 0.001, 1, 7)))
        .containsExactly("0.001", "0.01", "0.1", "1");
  }

  @Test
  void aMirroredAxisPrintsSizes() {
    assertThat(labels(Scale.rounded(Axis.mirrored("n"), -6, 6, 7)))
        .containsExactly("6", "4", "2", "0", "2", "4", "6");
  }

  @Test
  void everyRoundedScaleEnclosesItsValuesWithFewTicks() {
    var random = new Random(1);
    for (int i = 0; i < 2000; i++) {
      double a = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(12) - 4);
      double b = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(12) - 4);
      Scale scale = Scale.rounded(Axis.linear("y"), Math.min(a, b), Math.max(a, b), 7);
      double slack = (scale.high() - scale.low()) * 1e-6;
      assertThat(scale.low()).isLessThanOrEqualTo(Math.min(a, b) + slack);
      assertThat(scale.high()).isGreaterThanOrEqualTo(Math.max(a, b) - slack);
      assertThat(scale.ticks()).hasSizeBetween(2, 10);
    }
  }

  @Test
  void anAxisOfNamesHasATickForEach() {
    Scale scale = Scale.tight(Axis.named("configuration", List.of("LFFF", "FRUU")), 1, 2, 7);
    assertThat(labels(scale)).containsExactly("LFFF", "FRUU");
    assertThat(scale.at(1)).isEqualTo(0.25);
    assertThat(scale.at(2)).isEqualTo(0.75);
  }
}
