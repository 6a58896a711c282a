package io.sluice.lab.experiment.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.lab.experiment.Options;
import io.sluice.lab.report.chart.Point;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CatalogueScaleTest {

  private static final List<Integer> SIZES = List.of(100, 300, 1000, 3000, 10_000);

  static Stream<ScaleCurve> logarithms() {
    return ScaleCurve.ALL.stream().filter(c -> c.growth() == ScaleCurve.Growth.LOGARITHM);
  }

  private static List<Point> points(ScaleCurve curve) {
    return SIZES.stream()
        .map(n -> Point.of(n, curve.messagesPerEntry(n, 1, Options.DEFAULT)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("logarithms")
  void treesAndPathReversalGrowLikeTheLogarithm(ScaleCurve curve) {
    var points = points(curve);
    var logarithm = CatalogueScale.logarithm(points);
    assertThat(logarithm.rSquared()).isGreaterThan(0.99);
    assertThat(logarithm.slope()).isCloseTo(curve.perDoubling(), Percentage.withPercentage(12));
    assertThat(CatalogueScale.power(points).slope()).as("far from linear").isBetween(0.1, 0.25);
  }

  /** All processes are equally likely to ask, and the tree is past its first shape, the star. */
  @Test
  void naimiTrehelCostsTheHarmonicNumber() {
    double harmonic = IntStream.range(1, 1000).mapToDouble(k -> 1.0 / k).sum();
    assertThat(ScaleCurve.NAIMI_TREHEL.messagesPerEntry(1000, 1, Options.DEFAULT))
        .isCloseTo(harmonic, Percentage.withPercentage(3));
  }

  @Test
  void aCoordinatorStaysAtThreeAndVotingSetsGrowLikeTheRoot() {
    assertThat(points(ScaleCurve.CENTRAL)).allMatch(point -> point.y() == 3);
    var root = CatalogueScale.power(points(ScaleCurve.MAEKAWA));
    assertThat(root.slope()).isCloseTo(0.5, within(0.03));
  }
}
