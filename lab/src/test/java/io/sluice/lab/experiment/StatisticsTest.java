package io.sluice.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatisticsTest {

  @Test
  void meanRangeAndSampleDeviation() {
    var statistics = Statistics.of(List.of(2, 4, 4, 4, 5, 5, 7, 9));
    assertThat(statistics.count()).isEqualTo(8);
    assertThat(statistics.mean()).isEqualTo(5);
    assertThat(statistics.min()).isEqualTo(2);
    assertThat(statistics.max()).isEqualTo(9);
    assertThat(statistics.deviation()).isCloseTo(Math.sqrt(32.0 / 7), within(1e-12));
  }

  @Test
  void oneMeasurementHasNoDeviation() {
    assertThat(Statistics.of(List.of(3.5))).isEqualTo(new Statistics(1, 3.5, 3.5, 3.5, 0));
  }

  @Test
  void theMeanLiesWithinTheRangeInSpiteOfRounding() {
    var point = Statistics.of(Collections.nCopies(10, 0.1)).at(1);
    assertThat(point.hasSpread()).isFalse();
  }

  @Test
  void aQuantileIsOneOfTheValues() {
    var values = List.of(5, 1, 3, 9, 7);
    assertThat(Statistics.quantile(values, 0)).isEqualTo(1);
    assertThat(Statistics.quantile(values, 0.5)).isEqualTo(5);
    assertThat(Statistics.quantile(values, 0.75)).isEqualTo(7);
    assertThat(Statistics.quantile(values, 1)).isEqualTo(9);
    assertThatIllegalArgumentException().isThrownBy(() -> Statistics.quantile(List.of(), 0.5));
  }

  @Test
  void nothingHasNoStatistics() {
    assertThatIllegalArgumentException().isThrownBy(() -> Statistics.of(List.of()));
  }
}
