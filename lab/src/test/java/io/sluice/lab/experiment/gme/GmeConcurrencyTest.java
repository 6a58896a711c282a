package io.sluice.lab.experiment.gme;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.simulate.audit.Session;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Section IV.A of the paper: six against six, P = inCS = 300 ms, 20 seeds. */
class GmeConcurrencyTest {

  private static GmeConcurrency.Watched watch(GmeAlgorithm algorithm, long seed) {
    return GmeConcurrency.watch(algorithm.algorithm(12), seed, Options.DEFAULT);
  }

  private static Stream<GmeConcurrency.Watched> runs(GmeAlgorithm algorithm) {
    return LongStream.rangeClosed(1, 20).mapToObj(seed -> watch(algorithm, seed));
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"RA1", "ROOMS"})
  void everySessionIsFullAfterTheFirstTwoRounds(GmeAlgorithm algorithm) {
    assertThat(runs(algorithm))
        .hasSize(20)
        .allSatisfy(
            run ->
                assertThat(run.after(2))
                    .hasSizeGreaterThan(10)
                    .extracting(Session::peak)
                    .containsOnly(6));
  }

  @ParameterizedTest
  @EnumSource(names = {"RA1", "ROOMS"})
  void firstComeFirstServedNeverFillsASession(GmeAlgorithm algorithm) {
    assertThat(runs(algorithm))
        .allSatisfy(run -> assertThat(run.after(2)).extracting(Session::peak).doesNotContain(6));
  }

  /** The alternating scheme that the paper describes below its Fig. 5. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"RA1", "ROOMS"})
  void groupsTakeTurns(GmeAlgorithm algorithm) {
    var groups = watch(algorithm, 1).after(1).stream().map(Session::group).toList();
    for (int i = 1; i < groups.size(); i++) {
      assertThat(groups.get(i)).isNotEqualTo(groups.get(i - 1));
    }
  }

  @Test
  void sessionsAreFullIfAllOthersOfAGroupMayBeLate() {
    var latecomers = GmeLatecomers.watch("test", 20, Options.DEFAULT, Progress.SILENT);
    assertThat(latecomers.enough()).hasValue(5);
  }
}
