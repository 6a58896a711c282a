package io.sluice.protocol.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.protocol.scaling.Decision.Stay;
import io.sluice.protocol.scaling.Load.Trend;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What chance gets right on average, turns get right every time. */
class PolicyInTurnTest {

  private static final LoadTarget TARGET = new LoadTarget(500, 0.7, 0.8, 0.6);
  private static final double STEEP = 0.42;
  private static final int PERIOD = 5;
  private static final Policy POLICY = new PolicyInTurn(TARGET, STEEP, PERIOD);

  /** An operator under some load, the same for each seed. */
  private interface Case {
    void with(Random random);
  }

  private static void forManySeeds(Case property) {
    for (long seed = 1; seed <= 1_000; seed++) {
      try {
        property.with(new Random(seed));
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  /** What the instances of an operator whose changes all take longer than a period do in one. */
  private static int changeInAPeriod(double records, int instances) {
    int named = instances;
    for (int step = 0; step < PERIOD; step++) {
      int change = 0;
      for (int rank = 0; rank < instances; rank++) {
        var load = new Load(records / instances, instances, named, rank, records, Trend.STEADY);
        if (POLICY.isDue(step, step, rank, instances)) {
          change += POLICY.decide(load, 0).change();
        }
      }
      named += change;
    }
    return named - instances;
  }

  @Test
  void aPeriodChangesExactlyWhatWasAskedFor() {
    forManySeeds(
        random -> {
          int instances = 1 + random.nextInt(60);
          double each = 500 * Math.pow(2, 8 * random.nextDouble() - 6);
          int asked = TARGET.asked(each * instances, instances);
          boolean outOfBounds = TARGET.isTooBusy(each) || TARGET.isTooIdle(each);
          assertThat(changeInAPeriod(each * instances, instances))
              .isEqualTo(outOfBounds ? asked : 0);
        });
  }

  @Test
  void aSingleTurnNeverDoesMoreThanWasAskedFor() {
    forManySeeds(
        random -> {
          int instances = 1 + random.nextInt(60);
          int named = Math.max(1, instances + random.nextInt(21) - 10);
          double records = instances * 500 * Math.pow(2, 8 * random.nextDouble() - 6);
          double peak = records * (1 + random.nextDouble());
          int turn = random.nextInt(PERIOD);
          int added = 0;
          int removed = 0;
          for (int rank = turn; rank < instances; rank += PERIOD) {
            var load = new Load(records / instances, instances, named, rank, peak, Trend.STEADY);
            int change = POLICY.decide(load, random.nextDouble()).change();
            added += Math.max(change, 0);
            removed += Math.max(-change, 0);
          }
          assertThat(added).isLessThanOrEqualTo(Math.max(0, TARGET.asked(records, named)));
          assertThat(removed).isLessThanOrEqualTo(Math.max(0, -TARGET.asked(records, named)));
        });
  }

  @Test
  void whatIsUnderWayIsNotAskedForAgain() {
    forManySeeds(
        random -> {
          int instances = 1 + random.nextInt(60);
          double records = instances * 500 * (0.8 + 3 * random.nextDouble());
          int named = instances + TARGET.asked(records, instances);
          for (int rank = 0; rank < instances; rank++) {
            var load =
                new Load(records / instances, instances, named, rank, records, Trend.GROWING);
            assertThat(POLICY.decide(load, 0)).isEqualTo(new Stay());
          }
        });
  }

  @Test
  void nobodyLeavesWhoWasNeededAMomentAgo() {
    forManySeeds(
        random -> {
          int instances = 2 + random.nextInt(60);
          double peak = instances * 500 * (0.61 + 0.1 * random.nextDouble());
          double records = instances * 500 * (0.43 + 0.17 * random.nextDouble());
          for (int rank = 0; rank < instances; rank++) {
            var load =
                new Load(records / instances, instances, instances, rank, peak, Trend.STEADY);
            assertThat(POLICY.decide(load, 0)).isEqualTo(new Stay());
          }
        });
  }

  @Test
  void afterASteepFallTheyLeaveAtOnce() {
    forManySeeds(
        random -> {
          int instances = 6 + random.nextInt(60);
          double records = instances * 500 * 0.42 * random.nextDouble();
          // The second of its turn is the first that can leave even if the keeper is before it.
          int rank = PERIOD * (1 + random.nextInt((instances - 1) / PERIOD));
          int spare = -TARGET.asked(records, instances);
          var load =
              new Load(records / instances, instances, instances, rank, 2 * records, Trend.STEADY);
          assertThat(POLICY.decide(load, 0).change()).isEqualTo(rank / PERIOD <= spare ? -1 : 0);
        });
  }
}
