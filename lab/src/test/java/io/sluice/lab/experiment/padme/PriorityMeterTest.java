package io.sluice.lab.experiment.padme;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.experiment.padme.PriorityMeter.Level;
import io.sluice.protocol.Claim;
import org.junit.jupiter.api.Test;

class PriorityMeterTest {

  private static final Claim HIGH = Claim.EXCLUSIVE.withPriority(0);
  private static final Claim LOW = Claim.EXCLUSIVE.withPriority(7);
  private static final long SECOND = 1_000_000_000;

  private final PriorityMeter meter = new PriorityMeter(0, 100 * SECOND);

  private void asks(long at, int node, Claim claim) {
    meter.asked(at * SECOND, node, claim);
  }

  private void enters(long at, int node, Claim claim) {
    meter.entered(at * SECOND, node, claim, 0);
  }

  private void leaves(long at, int node, Claim claim) {
    meter.released(at * SECOND, node, claim);
  }

  @Test
  void entriesAndWaitsAreCountedByPriority() {
    asks(0, 1, LOW);
    enters(3, 1, LOW);
    leaves(4, 1, LOW);
    asks(4, 2, HIGH);
    assertThat(meter.levels().values()).containsExactly(Level.NOTHING, new Level(1, 3));
    assertThat(new Level(2, 6).meanWait()).isEqualTo(3);
    assertThat(meter.inversions()).isZero();
  }

  @Test
  void anEntryWhileAMoreUrgentRequestWaitsIsAnInversion() {
    asks(0, 1, LOW);
    asks(1, 0, HIGH);
    enters(2, 1, LOW);
    assertThat(meter.inversions()).isEqualTo(1);
    assertThat(meter.overtakings()).isZero();
  }

  @Test
  void itIsAnOvertakingIfThatOneAskedEarlier() {
    asks(0, 0, HIGH);
    asks(1, 1, LOW);
    enters(2, 1, LOW);
    assertThat(meter.inversions()).isEqualTo(1);
    assertThat(meter.overtakings()).isEqualTo(1);
  }

  @Test
  void aCrashedOrWithdrawnProcessWaitsNoLonger() {
    asks(0, 0, HIGH);
    asks(0, 2, HIGH);
    asks(1, 1, LOW);
    meter.crashed(SECOND, 0);
    meter.withdrew(SECOND, 2, HIGH);
    enters(2, 1, LOW);
    assertThat(meter.inversions()).isZero();
  }

  @Test
  void theSameOneAtOnceIsBackToBackAndOthersAreHandovers() {
    asks(0, 0, HIGH);
    enters(0, 0, HIGH);
    leaves(1, 0, HIGH);
    asks(1, 0, HIGH);
    enters(1, 0, HIGH);
    asks(1, 1, LOW);
    leaves(2, 0, HIGH);
    enters(5, 1, LOW);
    assertThat(meter.backToBack()).isEqualTo(1);
    assertThat(meter.handovers()).containsExactly(3 * SECOND);
  }

  @Test
  void whatHappensOutsideTheCountedTimeDoesNotCount() {
    asks(0, 0, HIGH);
    enters(100, 0, HIGH);
    assertThat(meter.entries()).isZero();
  }
}
