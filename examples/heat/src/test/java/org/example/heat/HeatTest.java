package org.example.heat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class HeatTest {

  private static final long STEPS = 40;

  @Test
  void aPlateIsTheSameAlthoughAProcessWasKilled() throws Exception {
    assertThat(Heat.run(STEPS)).isDeepEqualTo(Plate.sequential(STEPS));
  }

  @Test
  void heatSpreadsDownwards() {
    var plate = Plate.sequential(STEPS);
    int middle = Plate.COLUMNS / 2;
    assertThat(plate[1][middle]).isGreaterThan(plate[2][middle]).isPositive();
  }
}
