package io.sluice.streams.engine;

import io.sluice.protocol.scaling.Decision;
import io.sluice.protocol.scaling.Load;
import io.sluice.protocol.scaling.Policy;
import io.sluice.streams.engine.Meter.Counts;
import java.util.ArrayDeque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleFunction;

/**
 * Decides for one instance whether to duplicate or to delete it, once in a while, by the policy of
 * its operator and what the instance has measured itself.
 *
 * <p>The load is what has arrived in the last step, and what waits. While the inbox is full,
 * senders wait, and so it is not known how much would arrive: then an operator grows by half at
 * most, and looks twice as long as the last time before it grows again, since a backlog that is
 * being worked off looks like too few instances. The capacity is the rate of the instance while it
 * works, without the time in which it waits for receivers.
 *
 * <p>An operator does not grow while its receivers are the bottleneck, nor while this JVM uses all
 * processors: more instances would not get more done.
 */
final class Decider {

  /** How long a step is. */
  static final long STEP = TimeUnit.MILLISECONDS.toNanos(100);

  /** In how many steps the most is looked for that an operator received. */
  private static final int PEAK_STEPS = 20;

  /** The weight of the last step in the measured capacity. */
  private static final double NEWEST = 0.3;

  /** An instance that works less than this in a step says nothing about its capacity. */
  private static final long TOO_SHORT = TimeUnit.MICROSECONDS.toNanos(500);

  private final OperatorRun run;
  private final DoubleFunction<Policy> policy;
  private final long born = System.nanoTime();
  private final ArrayDeque<Double> peaks = new ArrayDeque<>();
  private Counts before = Counts.NONE;
  private long waitingBefore;
  private long last = System.nanoTime();
  private long lastStep;
  private double capacity;

  Decider(OperatorRun run, DoubleFunction<Policy> policy) {
    this.run = run;
    this.policy = policy;
    this.lastStep = step(last);
  }

  private static long step(long now) {
    return Math.floorDiv(now, STEP);
  }

  /** Whether the next step has come. */
  boolean isDue(long now) {
    return step(now) != lastStep;
  }

  long nanosToNextStep(long now) {
    return (lastStep + 1) * STEP - now;
  }

  /** Measures the step that is over, and decides. */
  Decision decide(Instance self, long now) {
    lastStep = step(now);
    double steps = (double) (now - last) / STEP;
    last = now;
    run.sample(self, now);
    var counts = self.meter().counts();
    var done = counts.minus(before);
    before = counts;
    long working = done.workingNanos();
    if (working > TOO_SHORT && done.records() > 0) {
      double measured = (double) done.records() / working * STEP;
      capacity = capacity == 0 ? measured : NEWEST * measured + (1 - NEWEST) * capacity;
    }
    long waiting = self.inbox().records();
    double arrived = Math.max(0, done.records() + waiting - waitingBefore) / steps;
    waitingBefore = waiting;
    if (capacity == 0 || run.isSettledByHand()) {
      return new Decision.Stay();
    }
    boolean full = self.inbox().isNearlyFull();
    var decision = ask(self, full ? Math.max(arrived, capacity) + capacity / 2 : arrived, now);
    return switch (decision) {
      case Decision.Duplicate(int times) -> {
        boolean hopeless = done.blockedNanos() > working;
        yield hopeless || run.areProcessorsUsedUp() || !run.mayGrow(now, full)
            ? new Decision.Stay()
            : new Decision.Duplicate(full ? run.mostAtOnce(times) : times);
      }
      case Decision.Delete _, Decision.Stay _ -> decision;
    };
  }

  private Decision ask(Instance self, double records, long now) {
    var siblings = run.siblings(self);
    double ofOperator = records * siblings.sharing();
    peaks.add(ofOperator);
    if (peaks.size() > PEAK_STEPS) {
      peaks.remove();
    }
    double peak = peaks.stream().mapToDouble(Double::doubleValue).max().orElse(ofOperator);
    var load =
        new Load(
            records,
            siblings.sharing(),
            Math.max(1, siblings.named()),
            siblings.rank(),
            peak,
            siblings.trend());
    var made = policy.apply(capacity);
    long age = (now - born) / STEP;
    return made.isDue(lastStep, age, siblings.rank(), siblings.sharing())
        ? made.decide(load, ThreadLocalRandom.current().nextDouble())
        : new Decision.Stay();
  }
}
