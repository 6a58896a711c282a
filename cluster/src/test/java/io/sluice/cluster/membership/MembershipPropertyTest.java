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
      var cluster = new SimulatedCluster(seed, Tampering.NONE);
      try {
        cluster.run(LEASES);
      } catch (AssertionError e) {
        throw new AssertionError("with seed " + seed, e);
      }
      views += cluster.views();
      faults += cluster.faults();
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

  /** Up to three processes are expected, any of which may found a cluster, and there are guests. */
  private static void found(int from, int to) {
    long views = 0;
    long clusters = 0;
    for (long seed = from; seed < to; seed++) {
      var cluster = new SimulatedCluster(seed, Tampering.NONE, 1 + (int) (seed % 3));
      try {
        cluster.run(LEASES);
        cluster.calm();
      } catch (AssertionError e) {
        throw new AssertionError("with seed " + seed, e);
      }
      views += cluster.views();
      clusters += cluster.clusters();
    }
    System.out.printf("founded: %d clusters, %d views, %d runs%n", clusters, views, to - from);
    assertThat(views).isGreaterThan(10L * (to - from));
    assertThat(clusters).isGreaterThan(2L * (to - from));
  }

  @Test
  void noTwoClustersHaveLeasesAndAllMeetInTheEnd() {
    found(0, 80);
  }

  @Test
  @Tag("long")
  void noTwoClustersHaveLeasesAndAllMeetInTheEndForLong() {
    found(80, 10_000);
  }

  /** Where nothing fails, one cluster is founded, whichever processes are guests. */
  @Test
  void oneClusterIsFoundedWhereNothingFails() {
    for (long seed = 0; seed < 60; seed++) {
      var cluster = new SimulatedCluster(seed, Tampering.NONE, 1 + (int) (seed % 3));
      cluster.runWithoutFaults();
      assertThat(cluster.clusters()).as("with seed %d", seed).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void whoDoesNotDoAsItShouldIsFound(Tampering tampering) {
    assertThat(SimulatedCluster.violatedBy(tampering, 2_000, LEASES)).isPresent();
  }
}
