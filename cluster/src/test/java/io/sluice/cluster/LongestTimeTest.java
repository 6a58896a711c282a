package io.sluice.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

class LongestTimeTest {

  @Test
  void anyTimeCanBeCountedInNanoseconds() {
    assertThat(LongestTime.nanos(ChronoUnit.FOREVER.getDuration()))
        .isEqualTo(LongestTime.DURATION.toNanos());
    assertThat(LongestTime.nanos(ChronoUnit.FOREVER.getDuration().negated())).isZero();
    assertThat(LongestTime.nanos(Duration.ofMillis(3))).isEqualTo(3_000_000);
  }

  @Test
  void anyTimeCanBeCountedInMilliseconds() {
    assertThat(LongestTime.millis(ChronoUnit.FOREVER.getDuration()))
        .isEqualTo(LongestTime.DURATION.toMillis());
    assertThat(LongestTime.millis(Duration.ofSeconds(Long.MIN_VALUE))).isZero();
    assertThat(LongestTime.millis(Duration.ofSeconds(3))).isEqualTo(3_000);
  }

  @Test
  void onlyLongerTimesAreLimited() {
    assertThat(LongestTime.limit(ChronoUnit.FOREVER.getDuration())).isEqualTo(LongestTime.DURATION);
    assertThat(LongestTime.limit(LongestTime.DURATION)).isEqualTo(LongestTime.DURATION);
    assertThat(LongestTime.limit(Duration.ofDays(-1))).isEqualTo(Duration.ofDays(-1));
  }
}
