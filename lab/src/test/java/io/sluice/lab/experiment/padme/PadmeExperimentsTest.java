package io.sluice.lab.experiment.padme;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.simulate.Nanos;
import io.sluice.protocol.priority.Models;
import io.sluice.protocol.priority.Models.Priority;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 4 of the paper: seven participants in a binary tree, 360 s. */
class PadmeExperimentsTest {

  private static final Options TWO_SEEDS = new Options(2, () -> false);

  private static PadmeRuns runs;

  @BeforeAll
  static void runAll() {
    runs = PadmeRuns.of("test", TWO_SEEDS.seeds(), TWO_SEEDS, Progress.SILENT);
  }

  static Stream<Long> transmissions() {
    return PadmeSetup.TRANSMISSIONS.stream();
  }

  private static double total(String letters, long transmission) {
    return runs.of(letters, transmission, PadmeRun::entries).mean();
  }

  @Test
  void aServerServesAsManyAsItsTwoMessagesAllow() {
    assertThat(PadmeSetup.TRANSMISSIONS)
        .extracting(transmission -> runs.ofCentral(transmission, PadmeRun::entries).mean())
        .containsExactly(120.0, 180.0);
  }

  @ParameterizedTest
  @MethodSource("transmissions")
  void nothingIsAboveTheOptimumButWhatTheRootDoesBackToBack(long transmission) {
    assertThat(Models.ALL)
        .allSatisfy(
            models ->
                assertThat(runs.of(models, transmission))
                    .allSatisfy(
                        run ->
                            assertThat(run.entries() - run.backToBack())
                                .isLessThanOrEqualTo((long) PadmeSetup.optimum(transmission))));
  }

  /** The root does it at most once: at the beginning, when it knows of no other request. */
  @ParameterizedTest
  @MethodSource("transmissions")
  void hardlyAnythingIsBackToBack(long transmission) {
    assertThat(Models.ALL)
        .allSatisfy(
            models ->
                assertThat(runs.of(models, transmission, PadmeRun::backToBack).max())
                    .isLessThanOrEqualTo(1));
  }

  @ParameterizedTest
  @MethodSource("transmissions")
  void onlyFairWithForwardForwardIsBelowTheServer(long transmission) {
    double central = runs.ofCentral(transmission, PadmeRun::entries).mean();
    assertThat(Models.ALL.stream().map(Models::letters))
        .filteredOn(letters -> total(letters, transmission) < central)
        .containsExactly("FFFF", "FRFF");
  }

  @ParameterizedTest
  @MethodSource("transmissions")
  void levelSeparatesTheLevelsMoreThanFair(long transmission) {
    double leastOfLevel =
        PadmeQos.separations(runs, transmission, Priority.LEVEL).stream()
            .mapToDouble(Statistics::min)
            .min()
            .orElseThrow();
    assertThat(PadmeQos.separations(runs, transmission, Priority.FAIR))
        .allSatisfy(separation -> assertThat(separation.max()).isLessThan(leastOfLevel));
  }

  @ParameterizedTest
  @MethodSource("transmissions")
  void fairWithUseServesTheHighestMoreThanPlainForward(long transmission) {
    double plain = runs.of("FFFF", transmission, run -> run.entries(0)).max();
    assertThat(List.of("FFUU", "FFFU", "FFUF", "FRUU", "FRFU", "FRUF"))
        .allSatisfy(
            letters ->
                assertThat(runs.of(letters, transmission, run -> run.entries(0)).min())
                    .isGreaterThan(2 * plain));
  }

  @ParameterizedTest
  @MethodSource("transmissions")
  void fairServesEveryLevelAndLevelStarvesTheLowest(long transmission) {
    for (var models : Models.ALL) {
      var low = runs.of(models, transmission, run -> run.entries(2));
      if (models.priority() == Priority.FAIR) {
        assertThat(low.min()).as(models.letters()).isPositive();
      } else {
        assertThat(low.max()).as(models.letters()).isZero();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"FFUU", "FRUU"})
  void withUseUseOneMessageLiesBetweenTwoEntries(String letters) {
    for (long transmission : PadmeSetup.TRANSMISSIONS) {
      assertThat(runs.of(Models.of(letters), transmission))
          .allSatisfy(
              run -> assertThat(run.longestGap()).isLessThanOrEqualTo(Nanos.seconds(transmission)));
    }
  }

  @ParameterizedTest
  @MethodSource("transmissions")
  void replaceSavesMessages(long transmission) {
    assertThat(runs.of("FRUU", transmission, PadmeRun::messagesPerEntry).max())
        .isLessThan(runs.of("FFUU", transmission, PadmeRun::messagesPerEntry).min());
  }

  /** A more urgent request waits all the time; but only Use-Use overtakes earlier ones. */
  @ParameterizedTest
  @MethodSource("transmissions")
  void fairWithUseUseOvertakes(long transmission) {
    assertThat(Models.ALL)
        .allSatisfy(
            models ->
                assertThat(runs.of(models, transmission, PadmeRun::inversions).min()).isPositive());
    assertThat(Models.ALL.stream().map(Models::letters))
        .filteredOn(
            letters ->
                runs.of(letters, transmission, PadmeRun::overtakings).max()
                    > total(letters, transmission) / 50)
        .containsExactly("FFUU", "FRUU");
  }

  @Test
  void useUseStaysAtTheOptimumInALargerTreeAndForwardDoesNot() {
    long transmission = PadmeSetup.TRANSMISSIONS.getFirst();
    var large = new PadmeSetup(1023, transmission, Nanos.parse("60s"), PadmeSetup.LENGTH);
    double optimum = PadmeSetup.optimum(transmission);
    assertThat(large.run(Models.of("FRUU"), 1, TWO_SEEDS).entries()).isEqualTo((long) optimum);
    assertThat((double) large.run(Models.of("FRFF"), 1, TWO_SEEDS).entries())
        .isLessThan(optimum / 3);
  }
}
