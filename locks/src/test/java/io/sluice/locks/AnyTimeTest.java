package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Any time may be waited for, such as a configured "never" and one that is over since long. */
@Timeout(60)
class AnyTimeTest {

  private static final Duration NEVER = ChronoUnit.FOREVER.getDuration();

  private final Sluice sluice = Sluice.join("any-times");

  @AfterEach
  void depart() {
    sluice.close();
  }

  static Duration[] over() {
    return new Duration[] {
      Duration.ZERO,
      NEVER.negated(),
      Duration.ofSeconds(Long.MIN_VALUE),
      Duration.ofSeconds(Long.MIN_VALUE, 1_000_000)
    };
  }

  @Test
  void whatHappensIsWaitedForHoweverLong() throws Exception {
    assertThat(sluice.awaitMembership(NEVER)).isTrue();
    try (var _ = sluice.lock("x").acquire(NEVER)) {
      var report = sluice.inspect().patience(NEVER).lock("x");
      assertThat(report.locks()).hasSize(1);
      assertThat(report.silent()).isEmpty();
    }
    assertThat(sluice.barrier("b", 1).await(NEVER).generation()).isZero();
  }

  @ParameterizedTest
  @MethodSource("over")
  void aTimeThatIsOverIsNotWaitedFor(Duration over) throws Exception {
    assertThat(sluice.awaitMembership(over)).isTrue(); // as the nodes of one JVM are at once
    assertThat(sluice.latch("l", 1).await(over)).isFalse();
    assertThatThrownBy(() -> sluice.barrier("b", 2).await(over))
        .isInstanceOf(TimeoutException.class)
        .hasMessage("timed out after 0 ms waiting at barrier 'b'");
    try (var _ = sluice.lock("x").acquire()) {
      assertThatThrownBy(() -> sluice.lock("x").acquire(over))
          .isInstanceOf(TimeoutException.class)
          .hasMessageEndingWith("waiting for lock 'x'");
    }
    assertThat(sluice.inspect().patience(over).lock("x").view()).isNotNull();
  }
}
