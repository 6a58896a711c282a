package io.sluice.lab.experiment.gme;

import static io.sluice.lab.experiment.gme.GmeAlgorithm.FORKS;
import static io.sluice.lab.experiment.gme.GmeAlgorithm.RA1;
import static io.sluice.lab.experiment.gme.GmeAlgorithm.RA2;
import static io.sluice.lab.experiment.gme.GmeAlgorithm.ROOMS;
import static io.sluice.lab.experiment.gme.GmeAlgorithm.ROOMS_ADMITTING;
import static io.sluice.lab.experiment.gme.GmeAlgorithm.TWO_FGME;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.experiment.Fit;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.Trial;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section IV.B of the paper: the messages of n nodes that enter y times, P = inCS = 1 s. */
class GmeTrafficTest {

  private static final int SEEDS = 20;

  private static List<Long> messages(GmeAlgorithm algorithm, int nodes, int entries) {
    var setup = GmeSetup.of(nodes, entries, "1s", "1s");
    return LongStream.rangeClosed(1, SEEDS)
        .mapToObj(
            seed -> Trial.runSound(setup.simulation(algorithm), seed, Options.DEFAULT).messages())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"12, 1500", "24, 6000"})
  void forksNeedsAtMost(int nodes, long bar) {
    assertThat(messages(FORKS, nodes, 10))
        .allSatisfy(count -> assertThat(count).isLessThanOrEqualTo(bar));
  }

  @ParameterizedTest
  @CsvSource({"12, 2065", "24, 8071"})
  void twoFgmeIsWithinTenPercentOfThePrint(int nodes, long printed) {
    assertThat(messages(TWO_FGME, nodes, 10))
        .allSatisfy(count -> assertThat(count / (double) printed).isBetween(0.9, 1.1));
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 12, 18, 24})
  void ra1SendsExactlyTwoToEachOtherNodeAnEntry(int nodes) {
    assertThat(messages(RA1, nodes, 10)).containsOnly(2L * 10 * nodes * (nodes - 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 12, 18, 24})
  void ra2SendsMoreThanRa1(int nodes) {
    long ra1 = 2L * 10 * nodes * (nodes - 1);
    assertThat(messages(RA2, nodes, 10)).allSatisfy(count -> assertThat(count).isGreaterThan(ra1));
  }

  /** The order of the curves in Fig. 6 and 7, and ours below them all. */
  @Test
  void theCurvesLieAsPrinted() {
    var means =
        List.of(FORKS, TWO_FGME, RA1, RA2).stream()
            .map(algorithm -> Statistics.of(messages(algorithm, 12, 10)).mean())
            .toList();
    assertThat(means).isSorted();
  }

  @Test
  void messagesAreLinearInEntries() {
    var traffic = traffic(List.of(2, 10, 18, 26), entries -> GmeSetup.of(12, entries, "1s", "1s"));
    for (var algorithm : GmeAlgorithm.values()) {
      assertThat(Fit.linear(traffic.points(algorithm)).rSquared())
          .describedAs(algorithm.label())
          .isGreaterThan(0.999);
    }
  }

  @Test
  void messagesAreQuadraticInNodes() {
    var traffic = traffic(List.of(6, 12, 18, 24), nodes -> GmeSetup.of(nodes, 10, "1s", "1s"));
    for (var algorithm : List.of(FORKS, TWO_FGME, RA1, RA2)) {
      var fit = Fit.quadratic(traffic.points(algorithm));
      assertThat(fit.rSquared()).describedAs(algorithm.label()).isGreaterThan(0.999);
      assertThat(fit.coefficients().getLast()).describedAs(algorithm.label()).isGreaterThan(5);
    }
  }

  /** A tree instead of a message to every competitor pays from some size on. */
  @Test
  void roomsSendsFewerThanForksFromSomeNumberOfNodesOn() {
    var nodes = List.of(6, 12, 14, 16, 18, 20, 24, 50);
    var crossing = new GmeCrossing(traffic(nodes, n -> GmeSetup.of(n, 10, "1s", "1s")), 10);
    for (var algorithm : List.of(ROOMS, ROOMS_ADMITTING)) {
      assertThat(crossing.below(algorithm).orElseThrow())
          .describedAs(algorithm.label())
          .isBetween(16, 18);
    }
  }

  @Test
  void anAlgorithmThatNeverSendsFewerThanForksIsNotSaidTo() {
    var crossing =
        new GmeCrossing(traffic(List.of(6, 12), n -> GmeSetup.of(n, 10, "1s", "1s")), 10);
    assertThat(crossing.below(ROOMS)).isEmpty();
  }

  private static GmeTraffic traffic(List<Integer> xs, IntFunction<GmeSetup> setup) {
    return GmeTraffic.count(
        "test",
        GmeTraffic.cells(GmeAlgorithm.ALL, xs),
        _ -> 3,
        setup,
        Options.DEFAULT,
        Progress.SILENT);
  }
}
