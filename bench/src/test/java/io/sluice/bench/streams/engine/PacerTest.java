package io.sluice.bench.streams.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Records are due at the rate of the workload, a tick's worth at a time. */
class PacerTest {

  private static final long MILLI = 1_000_000;

  private static Pacer pacer(Workload workload) {
    Probe.countOnly(workload);
    return new Pacer(workload, 0);
  }

  @Test
  void aTicksWorthIsDueEachTick() {
    var pacer = pacer(Workload.steady(20_000, 0));

    assertThat(pacer.take(0)).isEqualTo(20);
    assertThat(pacer.take(MILLI / 2)).isZero();
    assertThat(pacer.nanosToNext(MILLI / 2)).isEqualTo(MILLI / 2);
    assertThat(pacer.take(MILLI)).isEqualTo(20);
  }

  @Test
  void whatWasMissedIsMadeUpForInPortions() {
    var pacer = pacer(Workload.steady(20_000, 0));

    assertThat(pacer.take(19 * MILLI)).isEqualTo(256);
    assertThat(pacer.nanosToNext(19 * MILLI)).isZero();
    assertThat(pacer.take(19 * MILLI)).isEqualTo(20 * 20 - 256);
  }

  @Test
  void aLowRateAddsUp() {
    var pacer = pacer(Workload.steady(500, 0).every(Duration.ofMillis(1)));

    assertThat(pacer.take(0)).isZero();
    assertThat(pacer.take(MILLI)).isEqualTo(1);
    assertThat(pacer.take(2 * MILLI)).isZero();
  }

  @Test
  void theRateCanChange() {
    var pacer = pacer(Workload.steady(1_000, 0));

    assertThat(pacer.take(0)).isEqualTo(1);
    Probe.rate(4_000);
    assertThat(pacer.take(MILLI)).isEqualTo(4);
  }

  @Test
  void anIdleWorkloadHasNone() {
    var pacer = pacer(Workload.idle());

    assertThat(pacer.take(Duration.ofHours(1).toNanos())).isZero();
    assertThat(pacer.nanosToNext(0)).isPositive();
  }

  @Test
  void anUnlimitedOneHasAlways() {
    var pacer = pacer(Workload.unlimited(false));

    assertThat(pacer.take(0)).isPositive();
    assertThat(pacer.take(0)).isPositive();
    assertThat(pacer.nanosToNext(0)).isZero();
  }
}
