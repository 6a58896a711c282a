package io.sluice.lab.experiment.gme;

import static io.sluice.lab.experiment.gme.GmeAlgorithm.ROOMS;
import static io.sluice.lab.experiment.gme.GmeAlgorithm.ROOMS_ADMITTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.gme.GmeWaits.Cell;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Section IV.C of the paper: the wait against P for inCS = 1 s, three seeds. */
class GmeLatencyTest {

  private static final GmeWaits WAITS =
      GmeWaits.measure(
          "test", GmeAlgorithm.ALL, List.of(1), 1, 3, Options.DEFAULT, Progress.SILENT);

  /** The mean waits in seconds, for a time inside of 1 s. */
  private static List<Double> means(GmeAlgorithm algorithm, int fromTenths, int toTenths) {
    return WAITS.cells(algorithm, 1).stream()
        .filter(cell -> cell.tenths() >= fromTenths && cell.tenths() <= toTenths)
        .map(cell -> WAITS.seconds(cell).mean())
        .toList();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ROOMS")
  void theWaitFallsUntilPReachesTheTimeInside(GmeAlgorithm algorithm) {
    assertThat(means(algorithm, 0, 10)).hasSize(11).isSortedAccordingTo(Comparator.reverseOrder());
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"RA1", "ROOMS"})
  void itFallsBySecondForSecond(GmeAlgorithm algorithm) {
    assertThat(WAITS.fall(algorithm, 1))
        .hasSize(1)
        .allSatisfy(
            fit -> {
              assertThat(fit.slope()).isCloseTo(-1, within(0.02));
              assertThat(fit.rSquared()).isGreaterThan(0.999);
            });
  }

  @ParameterizedTest
  @EnumSource(names = {"TWO_FGME", "RA2", "FORKS"})
  void fromThereOnItIsFlatAndAFewMessageTimesLong(GmeAlgorithm algorithm) {
    assertThat(means(algorithm, 10, 10)).allSatisfy(wait -> assertThat(wait).isLessThan(0.03));
    var flat = Statistics.of(means(algorithm, 11, 20));
    assertThat(flat.max()).isLessThan(0.013);
    assertThat(flat.max() - flat.min()).isLessThan(0.002);
  }

  /** Up the tree to the root, and to the manager of the open room. */
  @Test
  void roomsWithLatecomersIsFlatTooIfAllOthersHaveAskedInTime() {
    assertThat(means(ROOMS_ADMITTING, 10, 10)).allMatch(wait -> wait < 0.08);
    assertThat(means(ROOMS_ADMITTING, 11, 20)).hasSize(10).allMatch(wait -> wait < 0.02);
  }

  /** First come first served between the groups: many small sessions, each of a second. */
  @Test
  void roomsWithoutLatecomersWaitsForSeconds() {
    assertThat(means(ROOMS, 0, 20)).hasSize(21).allMatch(wait -> wait > 1);
  }

  @Test
  void ra1WaitsLonger() {
    for (var cell : WAITS.cells(GmeAlgorithm.RA1, 1)) {
      double other = WAITS.millis(new Cell(GmeAlgorithm.TWO_FGME, 1, cell.tenths())).mean();
      assertThat(WAITS.millis(cell).mean()).isGreaterThan(2 * other);
    }
  }

  @Test
  void forksWaitsNoLongerThanTwoFgme() {
    for (var cell : WAITS.cells(GmeAlgorithm.FORKS, 1)) {
      double other = WAITS.millis(new Cell(GmeAlgorithm.TWO_FGME, 1, cell.tenths())).mean();
      // In the flat part both wait for a few messages only; a tenth more is chance.
      assertThat(WAITS.millis(cell).mean()).isLessThan(1.1 * other);
    }
  }
}
