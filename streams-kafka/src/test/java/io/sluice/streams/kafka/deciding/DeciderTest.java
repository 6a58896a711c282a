package io.sluice.streams.kafka.deciding;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.protocol.scaling.Decision;
import io.sluice.streams.Policies;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How instances follow a load, step by step, each with an inbox of its own. */
class DeciderTest {

  /** What an instance can do in a step. */
  private static final double CAPACITY = 17;

  /** The share of a step that is not needed for commits. */
  private static final double USABLE = 0.75;

  /** From a decision to the first record that goes to another instance. */
  private static final int STEPS_OF_A_CHANGE = 8;

  private static final int MOST = 6;

  /** What arrives in a step. */
  private static final double LOW = 12;

  private static final double LITTLE_NOISE = 0.05;

  /** An instance. */
  private static final class Instance {
    final Decider decider;
    final double capacity;
    double waits;
    double records;
    double working;
    double idle;

    Instance(int slot, Random random) {
      decider = new Decider(slot, Policies.inTurn(), random::nextDouble);
      capacity = CAPACITY * (0.95 + 0.1 * random.nextDouble());
    }

    void step(double arriving, double busyElsewhere) {
      waits += arriving;
      double processed = Math.min(waits, capacity);
      waits -= processed;
      records += processed;
      double nanos = processed / capacity * USABLE * Decider.STEP;
      working += nanos;
      idle += Math.max(0, USABLE * Decider.STEP - nanos) * (1 - busyElsewhere);
    }
  }

  /**
   * An operator behind a source that shares a thread with the first instance: it reads no more than
   * that instance can take, and gives all instances the same. Its keeper carries out one change
   * after the other.
   */
  private static final class Simulated {
    final Random random;
    final List<Instance> instances = new ArrayList<>();
    final List<Integer> numbers = new ArrayList<>();
    final Places places =
        new Places() {
          @Override
          public int most() {
            return MOST;
          }

          @Override
          public boolean areUsedUp() {
            return false;
          }
        };
    Siblings siblings = Siblings.of(0);
    long step;
    long free;
    int wish;
    double lag;
    double now;

    /** What is known of the lag: not always the latest. */
    long seen;

    Simulated(long seed) {
      random = new Random(seed);
      instances.add(new Instance(0, random));
    }

    /**
     * @param noise the load is up to that share more or less, another one every second step
     */
    void run(int steps, double load, double noise) {
      for (int k = 0; k < steps; k++) {
        step++;
        if (k % 2 == 0) {
          now = load * (1 + noise * (2 * random.nextDouble() - 1));
        }
        process();
        if (wish != 0 && step >= free) {
          change();
        }
        for (int slot = 0; slot < instances.size(); slot++) {
          decide(slot);
        }
        numbers.add(instances.size());
      }
    }

    private void process() {
      int sharing = instances.size();
      lag += now;
      double each = Math.min(lag / sharing, instances.getFirst().capacity);
      lag -= each * sharing;
      instances.forEach(instance -> instance.step(each, lag > 0 ? 1 : 0));
      if (random.nextInt(3) > 0) {
        seen = (long) (lag * (0.9 + 0.2 * random.nextDouble()));
      }
    }

    private void decide(int slot) {
      var each = instances.get(slot);
      Decision decision =
          each.decider.decide(
              new Measured((long) each.records, (long) each.working, (long) each.idle),
              (long) each.waits,
              slot == 0 ? seen : 0,
              each.decider.share(),
              siblings,
              places,
              step * Decider.STEP);
      var keeper = instances.getFirst().decider;
      boolean refused =
          decision.change() < 0
              ? !keeper.couldSpareOne(0.8)
              : keeper.isWorkingOff(step * Decider.STEP);
      if (decision.change() != 0 && wish == 0 && !refused) {
        wish = decision.change();
        free = step + STEPS_OF_A_CHANGE;
      }
    }

    private void change() {
      int target = Math.clamp(instances.size() + wish, 1, MOST);
      wish = 0;
      while (instances.size() < target) {
        instances.add(new Instance(instances.size(), random));
      }
      while (instances.size() > target) {
        instances.removeLast();
      }
      siblings = siblings.with(slots());
    }

    private List<Integer> slots() {
      var slots = new ArrayList<Integer>();
      for (int slot = 0; slot < instances.size(); slot++) {
        slots.add(slot);
      }
      return slots;
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void settlesWithinFiveSecondsOfAFourfoldStep(long seed) {
    var operator = new Simulated(seed);
    operator.run(50, LOW, LITTLE_NOISE);
    assertThat(operator.instances).hasSize(1);
    operator.run(300, 4 * LOW, LITTLE_NOISE);
    var after = operator.numbers.subList(50, 350);
    int last = after.getLast();
    int settled = after.size();
    while (settled > 0 && after.get(settled - 1) == last) {
      settled--;
    }
    assertThat(last).as("%s", changes(after)).isBetween(4, 5);
    assertThat(settled).as("%s", changes(after)).isLessThan(50);
    assertThat(after).allMatch(number -> number <= last + 1);
  }

  /** Ten minutes. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void aLoadThatIsSteadyButForNoiseIsHardlyFollowed(long seed) {
    var operator = new Simulated(seed);
    operator.run(200, 4 * LOW, LITTLE_NOISE);
    operator.run(6_000, 4 * LOW, 0.25);
    var changes = changes(operator.numbers.subList(200, 6_200));
    assertThat(changes).hasSizeLessThanOrEqualTo(3);
  }

  /** Each number of instances and since which step it was there. */
  private static List<String> changes(List<Integer> numbers) {
    var changes = new ArrayList<String>();
    int before = 0;
    for (int step = 0; step < numbers.size(); step++) {
      if (numbers.get(step) != before) {
        before = numbers.get(step);
        changes.add("%d from %d".formatted(before, step));
      }
    }
    return changes;
  }
}
