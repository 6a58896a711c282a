package io.sluice.streams.kafka.deciding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.sluice.protocol.scaling.Decision;
import io.sluice.streams.Policies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How instances follow a load, step by step, each with an inbox of its own. */
class DeciderTest {

  /** What an instance can do in a step, if not said otherwise. */
  private static final double CAPACITY = 17;

  /** The share of a step that is not needed for commits. */
  private static final double USABLE = 0.75;

  /** From a decision to the first record that goes to another instance. */
  private static final int STEPS_OF_A_CHANGE = 8;

  private static final int MOST = 6;

  /** What arrives in a step. */
  private static final double LOW = 12;

  private static final double LITTLE_NOISE = 0.05;

  private static final int SEEDS = 40;

  /** An instance. */
  private static final class Instance {
    final Decider decider;
    final double capacity;
    double able;
    double waits;
    double records;
    double working;
    double idle;

    Instance(int slot, double capacity, Random random) {
      decider = new Decider(slot, Policies.inTurn(), random::nextDouble);
      this.capacity = capacity * (0.95 + 0.1 * random.nextDouble());
      able = this.capacity;
    }

    /**
     * @param slower how many times as long as usual a record takes
     * @param committing the share of the step that commits take
     */
    void begin(double slower, double committing) {
      able = capacity / slower * (1 - committing) / USABLE;
    }

    void step(double arriving, double busyElsewhere, double committing) {
      waits += arriving;
      double processed = Math.min(waits, able);
      waits -= processed;
      records += processed;
      double usable = (1 - committing) * Decider.STEP;
      double nanos = processed / able * usable;
      working += nanos;
      double tooLong = Math.max(0, committing - (1 - USABLE)) * Decider.STEP;
      idle += Math.max(0, usable - nanos) * (1 - busyElsewhere) + tooLong;
    }
  }

  /**
   * What makes instances slower for a while, although the load is as it was: all of them, or one,
   * take two or three times as long for a second or two; all take up to a third longer for 10 to 30
   * s, as on a machine that others use as well; and commits take longer.
   */
  private static final class Troubles {
    final Random random;
    final double[] slower = new double[MOST];
    final long[] until = new long[MOST];
    double committing = 1 - USABLE;
    double machine = 1;
    long machineUntil;

    Troubles(Random random) {
      this.random = random;
      Arrays.fill(slower, 1);
    }

    void step(long step) {
      if (random.nextDouble() < 1.0 / 400) { // Every 40 s or so.
        int only = random.nextInt(MOST);
        boolean all = random.nextBoolean();
        double times = 2 + random.nextDouble();
        long end = step + 10 + random.nextInt(11);
        for (int slot = 0; slot < MOST; slot++) {
          if (all || slot == only) {
            slower[slot] = times;
            until[slot] = end;
          }
        }
      }
      if (random.nextDouble() < 1.0 / 1_000) {
        machine = 1 + 0.3 * random.nextDouble();
        machineUntil = step + 100 + random.nextInt(200);
      }
      machine = step < machineUntil ? machine : 1;
      for (int slot = 0; slot < MOST; slot++) {
        slower[slot] = step < until[slot] ? slower[slot] : 1;
      }
      boolean slowBroker = random.nextDouble() < 0.02;
      committing = slowBroker ? 0.7 : (1 - USABLE) * (0.7 + 0.6 * random.nextDouble());
    }

    double slower(int slot) {
      return slower[slot] * machine;
    }
  }

  /**
   * An operator behind a source that shares a thread with the first instance: it reads no more than
   * that instance can take, and gives all instances the same. Its keeper carries out one change
   * after the other.
   */
  private static final class Simulated {
    final Random random;
    final double capacity;
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
    double slower = 1;
    Optional<Troubles> troubles = Optional.empty();

    /** What is known of the lag: what it was when Kafka was asked last, some time in the step. */
    long seen;

    Simulated(double capacity, long seed) {
      this.capacity = capacity;
      random = new Random(seed);
      instances.add(new Instance(0, capacity, random));
    }

    Simulated withTroubles() {
      troubles = Optional.of(new Troubles(random));
      return this;
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
      troubles.ifPresent(each -> each.step(step));
      double committing = troubles.map(each -> each.committing).orElse(1 - USABLE);
      int sharing = instances.size();
      for (int slot = 0; slot < sharing; slot++) {
        int index = slot;
        double trouble = troubles.map(each -> each.slower(index)).orElse(1.0);
        instances.get(slot).begin(slower * trouble, committing);
      }
      double before = lag;
      lag += now;
      double each = Math.min(lag / sharing, instances.getFirst().able);
      lag -= each * sharing;
      for (var instance : instances) {
        boolean reads = instance.equals(instances.getFirst());
        instance.step(each, reads && lag > 0 ? 1 : 0, committing);
      }
      seen = (long) (lag - random.nextDouble() * (lag - before));
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
              ? !keeper.couldSpareOne(0.8, step * Decider.STEP)
              : slot > 0 && keeper.isWorkingOff(step * Decider.STEP);
      if (decision.change() != 0 && wish == 0 && !refused) {
        wish = decision.change();
        if (wish > 0) {
          keeper.grows(step * Decider.STEP);
        }
        free = step + STEPS_OF_A_CHANGE;
      }
    }

    private void change() {
      int target = Math.clamp(instances.size() + wish, 1, MOST);
      wish = 0;
      while (instances.size() < target) {
        instances.add(new Instance(instances.size(), capacity, random));
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

  /** What an instance can do in a step: after the rise, three to five and a half are needed. */
  private static DoubleStream capacities() {
    return DoubleStream.of(12.7, 13.5, 14.5, 15.5, 16, 17, 18, 19, 20, 22, 24);
  }

  @ParameterizedTest
  @MethodSource("capacities")
  void settlesWithinFiveSecondsOfEveryFourfoldRise(double capacity) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      var operator = new Simulated(capacity, seed);
      operator.run(50, LOW, LITTLE_NOISE);
      settlesAfterARise(operator);
    }
  }

  /** What was learned from a rise does not make the next one slower. */
  @Test
  void theFifthRiseIsFollowedAsFastAsTheFirst() {
    var operator = new Simulated(CAPACITY, 1);
    for (int rise = 0; rise < 5; rise++) {
      operator.run(200, LOW / 2, LITTLE_NOISE);
      operator.run(50, LOW, LITTLE_NOISE);
      assertThat(operator.instances).as("before rise %d", rise).hasSize(1);
      settlesAfterARise(operator);
    }
  }

  private static void settlesAfterARise(Simulated operator) {
    int before = operator.numbers.size();
    operator.run(300, 4 * LOW, LITTLE_NOISE);
    var after = operator.numbers.subList(before, before + 300);
    int last = after.getLast();
    int settled = after.size();
    while (settled > 0 && after.get(settled - 1) == last) {
      settled--;
    }
    double needed = 4 * LOW / 0.7 / operator.capacity;
    assertThat(settled).as("%s", changes(after)).isLessThan(50);
    assertThat(last).as("%s", changes(after)).isBetween((int) needed, (int) needed + 1);
    assertThat(after).as("%s", changes(after)).allMatch(number -> number <= last + 1);
  }

  /** Ten minutes. */
  @ParameterizedTest
  @MethodSource("capacities")
  void aLoadThatIsSteadyButForNoiseIsHardlyFollowed(double capacity) {
    for (long seed = 1; seed <= 6; seed++) {
      var operator = new Simulated(capacity, seed);
      operator.run(200, 4 * LOW, LITTLE_NOISE);
      operator.run(6_000, 4 * LOW, 0.25);
      var numbers = operator.numbers.subList(200, 6_200);
      assertThat(reversals(numbers))
          .as("%s of seed %d", changes(numbers), seed)
          .isLessThanOrEqualTo(1);
    }
  }

  /** Ten minutes in which instances are slower for moments. */
  @ParameterizedTest
  @MethodSource("capacities")
  void instancesThatAreSlowerForMomentsAreNoReasonToTurnBack(double capacity) {
    for (long seed = 1; seed <= SEEDS / 2; seed++) {
      var operator = new Simulated(capacity, seed).withTroubles();
      operator.run(200, 4 * LOW, LITTLE_NOISE);
      turnsBackOnceInTenMinutesAtMost(operator, 6_000);
    }
  }

  /** Also later, when growths are forgotten. */
  @ParameterizedTest
  @MethodSource("capacities")
  void turnsBackOnceAtMostInAnyTenMinutesOfAnHour(double capacity) {
    var operator = new Simulated(capacity, 1).withTroubles();
    operator.run(200, 4 * LOW, LITTLE_NOISE);
    turnsBackOnceInTenMinutesAtMost(operator, 36_000);
  }

  private static void turnsBackOnceInTenMinutesAtMost(Simulated operator, int steps) {
    int before = operator.numbers.size();
    operator.run(steps, 4 * LOW, 0.25);
    for (int from = before; from + 6_000 <= before + steps; from += 600) {
      var numbers = operator.numbers.subList(from, from + 6_000);
      assertThat(reversals(numbers)).as("%s", changes(numbers)).isLessThanOrEqualTo(1);
    }
  }

  static Stream<Arguments> falls() {
    return capacities()
        .boxed()
        .flatMap(capacity -> Stream.of(0.25, 0.4).map(share -> arguments(capacity, share)));
  }

  /** Whatever it has needed for moments before. */
  @ParameterizedTest
  @MethodSource("falls")
  void shrinksWithinHalfAMinuteOfAFallToLessThanHalf(double capacity, double share) {
    double load = share * 4 * LOW;
    for (long seed = 1; seed <= SEEDS / 4; seed++) {
      var operator = new Simulated(capacity, seed).withTroubles();
      operator.run(200, 4 * LOW, LITTLE_NOISE);
      operator.run(1_200, 4 * LOW, 0.25);
      int before = operator.numbers.size();
      operator.run(300, load, 0.25);
      var after = operator.numbers.subList(before, before + 300);
      assertThat(after)
          .as("%s of seed %d", changes(after), seed)
          .anyMatch(number -> number <= Math.ceil(load / 0.5 / capacity));
    }
  }

  /** An operator whose instances stay slower grows; afterwards it does not forget at once. */
  @Test
  void keepsForTenMinutesWhatItHasNeeded() {
    var operator = new Simulated(21, 1);
    operator.run(200, 4 * LOW, LITTLE_NOISE);
    int enough = operator.instances.size();
    operator.slower = 1.6;
    operator.run(150, 4 * LOW, LITTLE_NOISE);
    int needed = operator.instances.size();
    assertThat(needed).as("%s", changes(operator.numbers)).isGreaterThan(enough);
    operator.slower = 1;
    operator.run(5_800, 4 * LOW, LITTLE_NOISE);
    assertThat(operator.instances).as("%s", changes(operator.numbers)).hasSize(needed);
    operator.run(600, 4 * LOW, LITTLE_NOISE);
    assertThat(operator.instances)
        .as("%s", changes(operator.numbers))
        .hasSizeBetween(enough, needed - 1);
  }

  /** By its target alone, the policy would leave a single instance with up to 1.4 times as much. */
  @ParameterizedTest
  @ValueSource(doubles = {1.1, 1.2, 1.3})
  void anInstanceThatFallsBehindGetsHelp(double share) {
    var operator = new Simulated(CAPACITY, 1);
    operator.run(50, LOW, LITTLE_NOISE);
    operator.run(300, share * CAPACITY, LITTLE_NOISE);
    assertThat(operator.instances).as("%s", changes(operator.numbers)).hasSizeBetween(2, 3);
    assertThat(operator.lag).isLessThan(CAPACITY);
  }

  @Test
  void aBacklogThatIsWorkedOffAsksForNoMore() {
    var operator = new Simulated(CAPACITY, 1);
    operator.lag = 10_000;
    operator.run(300, LOW, LITTLE_NOISE);
    assertThat(operator.numbers).containsOnly(1);
  }

  /** Records that take a second each: there is something to go by all the same. */
  @Test
  void growsWhileItSeldomGetsToDeciding() {
    var decider = new Decider(0, Policies.inTurn(), () -> 0.5);
    var places = new Simulated(CAPACITY, 1).places;
    long second = 10 * Decider.STEP;
    var decisions = new ArrayList<Integer>();
    for (int k = 0; k < 12; k++) {
      var done = new Measured(k, k * second, 0);
      var decision = decider.decide(done, 3L * k, 0, 1, Siblings.of(0), places, k * second);
      decisions.add(decision.change());
    }
    assertThat(decisions).contains(3);
  }

  /** What another instance wishes for may be heard before the next step. */
  @Test
  void saysWhyAsSoonAsTheNumberHasChanged() {
    var operator = new Simulated(CAPACITY, 1);
    operator.run(20, 4 * LOW, LITTLE_NOISE);
    var keeper = operator.instances.getFirst();
    assertThat(operator.instances).hasSizeGreaterThan(1);
    assertThat(keeper.decider.reason()).contains("records a second for").contains("wait");
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

  private static int reversals(List<Integer> numbers) {
    int reversals = 0;
    int before = 0;
    for (int step = 1; step < numbers.size(); step++) {
      int change = Integer.signum(numbers.get(step) - numbers.get(step - 1));
      reversals += change * before < 0 ? 1 : 0;
      before = change == 0 ? before : change;
    }
    return reversals;
  }
}
