package io.sluice.streams.kafka.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is left of a thread's time. */
class ThreadTimeTest {

  private final ThreadTime time = new ThreadTime(0);

  @Test
  void timeWithoutAnythingToDoIsToSpare() {
    time.waited(300);
    time.measure(1_000);
    assertThat(time.spareNanos()).isEqualTo(300);
  }

  @Test
  void commitsTakeAFifthWhileMuchWaits() {
    time.committed(200);
    time.measure(1_000);
    assertThat(time.spareNanos()).isZero();
  }

  /** With more to do there would be fewer commits; else more instances would seem to do less. */
  @Test
  void commitsThatTakeLongerLeaveTime() {
    time.waited(100);
    time.committed(450);
    time.measure(1_000);
    assertThat(time.spareNanos()).isEqualTo(100 + 250);
  }

  @Test
  void countsOnAndOn() {
    time.waited(300);
    time.measure(1_000);
    time.waited(200);
    time.measure(2_000);
    assertThat(time.spareNanos()).isEqualTo(500);
  }

  @Test
  void aThreadThatCommitsIsBusy() {
    for (int k = 1; k <= 50; k++) {
      time.waited(250);
      time.committed(750);
      time.measure(1_000L * k);
    }
    assertThat(time.busy()).isBetween(0.74, 0.76);
  }
}
