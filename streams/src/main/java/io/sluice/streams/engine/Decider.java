package io.sluice.streams.engine;

import io.sluice.protocol.scaling.Decision;
import io.sluice.protocol.scaling.Load;
import io.sluice.protocol.scaling.Policy;
import io.sluice.streams.engine.measure.Meter.Counts;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleFunction;

/**
 * Decides for one instance whether to duplicate or to delete it, once in a while, by the policy of
 * its operator and what the instance has measured itself.
 *
 * <p>The load is what has arrived lately. While senders wait for room in the inbox, it is not known
 * how much would arrive; then the operator counts as half as busy again as it can be, grows by half
 * at most, and looks twice as long as the last time before it grows again, since a backlog that is
 * being worked off looks like too few instances. The capacity is the rate of the instance while it
 * works, without the time in which it waits for receivers.
 *
 * <p>An operator does not grow while its receivers are the bottleneck, nor while this JVM uses all
 * processors: more instances would not get more done. An instance that has just begun decides
 * nothing, since it has measured nothing.
 */
final class Decider implements Deciding {

  /** How long a step is. */
  static final long STEP = TimeUnit.MILLISECONDS.toNanos(100);

  /** An instance that was busy for longer does not make up for more turns than that. */
  private static final int MOST_MISSED = 20;

  /** The weight of the last step in what is measured. */
  private static final double NEWEST = 0.25;

  /** An instance that works less than this in a step says nothing about its capacity. */
  private static final long TOO_SHORT = TimeUnit.MICROSECONDS.toNanos(500);

  /** An instance that has lived for fewer steps decides nothing. */
  private static final int YOUNG = 5;

  private final OperatorRun run;
  private final DoubleFunction<Policy> policy;
  private final long born = System.nanoTime();
  private Counts before = Counts.NONE;
  private long waiting;
  private double arriving;
  private int sharingBefore = 1;
  private long last = System.nanoTime();
  private long lastStep;
  private double capacity;
  private String reason = "";

  Decider(OperatorRun run, DoubleFunction<Policy> policy) {
    this.run = run;
    this.policy = policy;
    this.lastStep = step(last);
  }

  private static long step(long now) {
    return Math.floorDiv(now, STEP);
  }

  @Override
  public boolean isDue(long now) {
    return step(now) != lastStep;
  }

  @Override
  public long nanosToNextStep(long now) {
    return STEP - Math.floorMod(now, STEP);
  }

  @Override
  public Decision decide(Instance self, long now) {
    long stepBefore = lastStep;
    lastStep = step(now);
    double steps = (double) (now - last) / STEP;
    last = now;
    run.sample(self, now);
    var siblings = run.siblings(self);
    var counts = self.meter().counts();
    var done = counts.minus(before);
    before = counts;
    measure(done, self.inbox().records(), steps, siblings.sharing());
    boolean full = self.inbox().wasFull() && waiting > capacity / 2;
    double records = full ? Math.max(arriving, capacity) + capacity / 2 : arriving;
    double peak = run.peak(lastStep, records * siblings.sharing());
    if (capacity == 0 || run.isSettledByHand() || now - born < YOUNG * STEP) {
      return new Decision.Stay();
    }
    var load =
        new Load(
            records,
            siblings.sharing(),
            Math.max(1, siblings.named()),
            siblings.rank(),
            peak,
            siblings.trend());
    var decision = ask(load, stepBefore, now);
    if (!(decision instanceof Decision.Stay)) {
      reason = Deciding.words(load, capacity, STEP);
    }
    return switch (decision) {
      case Decision.Duplicate(int times) -> {
        boolean hopeless = done.blockedNanos() > done.workingNanos();
        yield hopeless || run.areProcessorsUsedUp() || !run.mayGrow(now, full)
            ? new Decision.Stay()
            : new Decision.Duplicate(full ? run.mostAtOnce(times) : times);
      }
      case Decision.Delete delete -> delete;
      case Decision.Stay stay -> stay;
    };
  }

  @Override
  public String reason() {
    return reason;
  }

  private void measure(Counts done, long waitingNow, double steps, int sharing) {
    double weight = 1 - Math.pow(1 - NEWEST, steps);
    if (done.workingNanos() > TOO_SHORT && done.records() > 0) {
      double measured = (double) done.records() / done.workingNanos() * STEP;
      capacity = capacity == 0 ? measured : weight * measured + (1 - weight) * capacity;
    }
    if (sharing != sharingBefore) {
      arriving *= (double) sharingBefore / sharing; // The same stream, shared among others.
      sharingBefore = sharing;
    }
    double arrived = Math.max(0, done.records() + waitingNow - waiting) / steps;
    arriving = weight * arrived + (1 - weight) * arriving;
    waiting = waitingNow;
  }

  /** Asks the policy, if it was this instance's turn since the last time. */
  private Decision ask(Load load, long stepBefore, long now) {
    var made = policy.apply(capacity);
    long age = (now - born) / STEP;
    for (long step = Math.max(stepBefore, lastStep - MOST_MISSED) + 1; step <= lastStep; step++) {
      if (made.isDue(step, age - (lastStep - step), load.rank(), load.sharing())) {
        return made.decide(load, ThreadLocalRandom.current().nextDouble());
      }
    }
    return new Decision.Stay();
  }
}
