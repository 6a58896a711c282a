package io.sluice.streams.engine;

import io.sluice.protocol.scaling.Decision;
import io.sluice.protocol.scaling.Load;
import io.sluice.protocol.scaling.Policy;
import io.sluice.streams.engine.measure.Meter.Counts;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleFunction;

/**
 * Decides by the policy alone, from what arrived in the last step, as the policies were published
 * and are simulated: nothing is smoothed, and nothing keeps several instances of an operator from
 * growing at the same time. For loads that are even within a step; {@link Decider} copes with
 * others.
 *
 * <p>The papers know what an instance is to receive also if that is more than it can process. Here
 * senders wait once its inbox is full. Then it counts as half as busy again as it can be; otherwise
 * a single instance that receives just what it can process would never ask for a second.
 */
final class StepDecider implements Deciding {

  /**
   * How many loads an instance remembers: this step's, and those of the steps that starting another
   * takes, as in the lab's simulation.
   */
  private static final int REMEMBERED = 4;

  private final OperatorRun run;
  private final DoubleFunction<Policy> policy;
  private final long length;
  private final long bornIn;
  private final ArrayDeque<Double> remembered = new ArrayDeque<>(REMEMBERED + 1);
  private Counts before = Counts.NONE;
  private long waiting;
  private long last = System.nanoTime();
  private long lastStep;
  private double capacity;
  private String reason = "";

  StepDecider(OperatorRun run, DoubleFunction<Policy> policy, Duration step) {
    this.run = run;
    this.policy = policy;
    this.length = step.toNanos();
    this.lastStep = step(last);
    this.bornIn = lastStep;
  }

  private long step(long now) {
    return Math.floorDiv(now, length);
  }

  @Override
  public boolean isDue(long now) {
    return step(now) != lastStep;
  }

  @Override
  public long nanosToNextStep(long now) {
    return length - Math.floorMod(now, length);
  }

  @Override
  public Decision decide(Instance self, long now) {
    lastStep = step(now);
    double steps = (double) (now - last) / length;
    last = now;
    run.sample(self, now);
    var counts = self.meter().counts();
    var done = counts.minus(before);
    before = counts;
    long waitingNow = self.inbox().records();
    double arrived = Math.max(0, done.records() + waitingNow - waiting) / steps;
    waiting = waitingNow;
    if (done.records() > 0 && done.workingNanos() > 0) {
      capacity = (double) done.records() / done.workingNanos() * length;
    }
    boolean full = self.inbox().wasFull();
    var load = load(self, full ? Math.max(arrived, capacity) + capacity / 2 : arrived);
    if (capacity == 0 || run.isSettledByHand()) {
      return new Decision.Stay();
    }
    reason = Deciding.words(load, capacity, length);
    var made = policy.apply(capacity);
    return made.isDue(lastStep, lastStep - bornIn, load.rank(), load.sharing())
        ? made.decide(load, ThreadLocalRandom.current().nextDouble())
        : new Decision.Stay();
  }

  @Override
  public String reason() {
    return reason;
  }

  private Load load(Instance self, double arrived) {
    var siblings = run.siblings(self);
    int sharing = run.sharingAtBeginOf(lastStep);
    remembered.add(arrived * sharing);
    if (remembered.size() > REMEMBERED) {
      remembered.remove();
    }
    return new Load(
        arrived,
        sharing,
        Math.max(1, siblings.named()),
        Math.min(siblings.rank(), sharing - 1),
        Collections.max(remembered),
        siblings.trend());
  }
}
