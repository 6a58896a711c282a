package io.sluice.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.simulate.Session;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Section IV.A of the paper: six against six, P = inCS = 300 ms, 20 seeds. */
class GmeConcurrencyTest {

  private static Stream<GmeConcurrency.Watched> runs(GmeAlgorithm algorithm) {
    return LongStream.rangeClosed(1, 20)
        .mapToObj(seed -> GmeConcurrency.watch(algorithm, seed, Options.DEFAULT));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RA1")
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

  @Test
  void ra1NeverFillsASession() {
    assertThat(runs(GmeAlgorithm.RA1))
        .allSatisfy(run -> assertThat(run.after(2)).extracting(Session::peak).doesNotContain(6));
  }

  /** The alternating scheme that the paper describes below its Fig. 5. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RA1")
  void groupsTakeTurns(GmeAlgorithm algorithm) {
    var groups =
        GmeConcurrency.watch(algorithm, 1, Options.DEFAULT).after(1).stream()
            .map(Session::group)
            .toList();
    for (int i = 1; i < groups.size(); i++) {
      assertThat(groups.get(i)).isNotEqualTo(groups.get(i - 1));
    }
  }
}
