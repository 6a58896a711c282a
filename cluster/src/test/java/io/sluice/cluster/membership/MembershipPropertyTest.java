package io.sluice.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.membership.SimulatedCluster.Tampering;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What {@link SimulatedCluster} judges holds in any weather, and is not a matter of course. */
class MembershipPropertyTest {

  private static final int LEASES = 40;

  private static void sail(int from, int to) {
    long views = 0;
    long faults = 0;
    for (long seed = from; seed < to; seed++) {
      var archipelago = new SimulatedCluster(seed, Tampering.NONE);
      try {
        archipelago.run(LEASES);
      } catch (AssertionError e) {
        throw new AssertionError("with seed " + seed, e);
      }
      views += archipelago.views();
      faults += archipelago.faults();
    }
    System.out.printf("simulated: %d faults, %d views, %d runs%n", faults, views, to - from);
    // It must get somewhere, or it shows nothing.
    assertThat(views).isGreaterThan(10L * (to - from));
    assertThat(faults).isGreaterThan((long) LEASES * (to - from));
  }

  @Test
  void oneViewForEachNumberAndNoLeaseBeyondTheNextView() {
    sail(0, 400);
  }

  @Test
  @Tag("long")
  void oneViewForEachNumberAndNoLeaseBeyondTheNextViewForLong() {
    sail(400, 30_000);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void whoDoesNotDoAsItShouldIsFound(Tampering tampering) {
    assertThat(SimulatedCluster.violatedBy(tampering, 2_000, LEASES)).isPresent();
  }
}
