package io.sluice.bench.streams.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Rounds are summed up by the worst one and by the median. */
class LongestGapsTest {

  private final LongestGaps gaps = new LongestGaps();

  @Test
  void sumsUpRounds() {
    assertThat(gaps.isEmpty()).isTrue();
    gaps.add(3_000_000);
    gaps.add(90_000_000);
    gaps.add(1_000_000);

    assertThat(gaps.longest()).isEqualTo(90);
    assertThat(gaps.median()).isEqualTo(3);
    gaps.add(2_000_000);
    assertThat(gaps.median()).isEqualTo(2);
  }
}
