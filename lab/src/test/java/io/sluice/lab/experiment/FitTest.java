package io.sluice.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.sluice.lab.report.chart.Point;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FitTest {

  private static List<Point> curve(DoubleUnaryOperator law) {
    return IntStream.rangeClosed(1, 20).mapToObj(x -> Point.of(x, law.applyAsDouble(x))).toList();
  }

  @Test
  void aLineIsFound() {
    var fit = Fit.linear(curve(x -> 7 - 3 * x));
    assertThat(fit.slope()).isCloseTo(-3, within(1e-9));
    assertThat(fit.at(100)).isCloseTo(-293, within(1e-7));
    assertThat(fit.rSquared()).isCloseTo(1, within(1e-12));
  }

  @Test
  void aParabolaIsFound() {
    var fit = Fit.quadratic(curve(x -> 2 * x * x - 5 * x + 11));
    assertThat(fit.coefficients()).hasSize(3);
    assertThat(fit.coefficients().get(0)).isCloseTo(11, within(1e-6));
    assertThat(fit.coefficients().get(1)).isCloseTo(-5, within(1e-6));
    assertThat(fit.coefficients().get(2)).isCloseTo(2, within(1e-6));
    assertThat(fit.rSquared()).isCloseTo(1, within(1e-12));
  }

  /** By hand: slope 0.6, intercept 2.2, and 3.6 of the variance of 6 explained. */
  @Test
  void noiseLowersTheShareExplained() {
    var points =
        List.of(Point.of(1, 2), Point.of(2, 4), Point.of(3, 5), Point.of(4, 4), Point.of(5, 5));
    var fit = Fit.linear(points);
    assertThat(fit.at(0)).isCloseTo(2.2, within(1e-9));
    assertThat(fit.slope()).isCloseTo(0.6, within(1e-9));
    assertThat(fit.rSquared()).isCloseTo(0.6, within(1e-9));
  }

  @Test
  void aConstantIsExplainedCompletely() {
    assertThat(Fit.linear(curve(_ -> 4)).rSquared()).isEqualTo(1);
  }

  @Test
  void theFormulaReadsAsOneWritesIt() {
    assertThat(new Fit(List.of(11.0, -5.25, 2.0), 1).formula("n"))
        .isEqualTo("2.00 n² − 5.25 n + 11.00 (R² = 1.00000)");
    assertThat(new Fit(List.of(-0.004, -1.0), 0.5).formula("y"))
        .isEqualTo("−1.00 y (R² = 0.50000)");
  }

  @Test
  void tooFewPointsDetermineNothing() {
    var twice = List.of(Point.of(1, 1), Point.of(1, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> Fit.linear(twice));
  }
}
