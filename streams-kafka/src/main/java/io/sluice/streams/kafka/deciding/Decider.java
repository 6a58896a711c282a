package io.sluice.streams.kafka.deciding;

import io.sluice.protocol.scaling.Decision;
import io.sluice.protocol.scaling.Load;
import io.sluice.protocol.scaling.Policy;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleFunction;
import java.util.function.DoubleSupplier;

/**
 * Decides for one instance whether there should be more or fewer of its operator, once in a while,
 * by the policy of the operator and by what the instance has measured itself.
 *
 * <p>The load is what arrives. While more waits for the instance's bundle than it can process in
 * half a step, and not less and less of it, it is not known how much would arrive; then the
 * operator counts as half as busy again as it can be. The capacity is the rate of the instance
 * while it works, as far as it gets the thread that it shares with the others of its bundle: the
 * time in which they work is not its own, and the time in which nothing was to be done is. So an
 * operator does not grow while receivers hold it up.
 *
 * <p>After each change of the number of instances nothing is decided for a while, and for twice as
 * long each time that an operator grows because of what waits: a backlog that is being worked off
 * looks like too few instances.
 */
public final class Decider {

  /** How long a step is. */
  public static final long STEP = TimeUnit.MILLISECONDS.toNanos(100);

  /** The weight of the last step in what is measured. */
  private static final double NEWEST = 0.25;

  /** An instance that works less than this in a step says nothing about its capacity. */
  private static final long TOO_SHORT = TimeUnit.MICROSECONDS.toNanos(200);

  /** An instance that has lived for fewer steps decides nothing. */
  private static final int YOUNG = 8;

  /** In how many steps the most is looked for that the operator received. */
  private static final int PEAK_STEPS = 20;

  /** An instance that uses less of its thread than this does not ask for another one. */
  private static final double LEAST_SHARE = 0.1;

  private static final int LONGEST_PATIENCE = 64;

  private final int slot;
  private final DoubleFunction<Policy> policy;
  private final DoubleSupplier draw;
  private final ArrayDeque<Double> received = new ArrayDeque<>(PEAK_STEPS);
  private Measured before = Measured.NONE;
  private long last;
  private long bornIn;
  private boolean begun;
  private int sharing = 1;
  private double arriving;
  private double capacity;
  private double share;
  private double waiting;
  private boolean full;
  private long patientUntil;
  private int patience = YOUNG;

  /**
   * @param draw draws a number from 0 up to, and without, 1
   */
  public Decider(int slot, DoubleFunction<Policy> policy, DoubleSupplier draw) {
    this.slot = slot;
    this.policy = policy;
    this.draw = draw;
  }

  /** The share of its thread that the instance uses of late. */
  public double share() {
    return share;
  }

  /** What it decides by, in words. */
  public String reason() {
    double second = (double) TimeUnit.SECONDS.toNanos(1) / STEP;
    return String.format(
        Locale.ROOT,
        "%,.0f records a second for %d instance%s of %,.0f%s",
        arriving * sharing * second,
        sharing,
        sharing == 1 ? "" : "s",
        capacity * second,
        full ? String.format(Locale.ROOT, ", and %,.0f wait", waiting) : "");
  }

  /** Whether one instance less could do all that the operator is given. */
  public boolean couldSpareOne(double ratio) {
    return !full && arriving * sharing <= ratio * capacity * (sharing - 1);
  }

  /**
   * Measures what has passed since the last time, and decides.
   *
   * @param totals what has been counted until now
   * @param waits how many records wait for the bundle of the instance
   * @param largestShare of the thread, among the instances of the bundle
   */
  public Decision decide(
      Measured totals,
      long waits,
      double largestShare,
      Siblings siblings,
      Places places,
      long now) {
    if (!begun) {
      begun = true;
      begin(totals, now);
      return new Decision.Stay();
    }
    double steps = (double) (now - last) / STEP;
    measure(totals.minus(before), waits, steps);
    before = totals;
    last = now;
    follow(siblings.slots().size(), now);
    remember();
    if (capacity == 0 || now - patientUntil < 0) {
      return new Decision.Stay();
    }
    double records = full ? Math.max(arriving, capacity) + capacity / 2 : arriving;
    double peak = Math.max(Collections.max(received), records * sharing);
    int rank = Math.min(siblings.rank(slot), sharing - 1);
    var load = new Load(records, sharing, sharing, rank, peak, siblings.trend());
    return ask(load, largestShare, places, now);
  }

  private void begin(Measured totals, long now) {
    before = totals;
    last = now;
    bornIn = now / STEP;
    patientUntil = now + YOUNG * STEP;
  }

  private void measure(Measured done, long waits, double steps) {
    double weight = 1 - Math.pow(1 - NEWEST, steps);
    double elapsed = steps * STEP;
    share += weight * (done.workingNanos() / elapsed - share);
    if (done.workingNanos() > TOO_SHORT && done.records() > 0) {
      double usable = Math.min(elapsed, (double) done.workingNanos() + done.idleNanos());
      double measured = done.records() / (double) done.workingNanos() * usable / steps;
      capacity = capacity == 0 ? measured : weight * measured + (1 - weight) * capacity;
    }
    arriving += weight * (done.records() / steps - arriving);
    boolean less = waits < 0.95 * waiting;
    boolean busy = done.idleNanos() < 0.15 * elapsed;
    full = busy && !less && waits > capacity / 2;
    waiting += Math.min(1, weight) * (waits - waiting);
  }

  /** The same stream is shared among others from now on. */
  private void follow(int sharingNow, long now) {
    if (sharingNow != sharing) {
      arriving *= (double) sharing / sharingNow;
      sharing = sharingNow;
      patientUntil = now + patience * STEP;
      received.clear();
    }
  }

  private void remember() {
    received.add(arriving * sharing);
    if (received.size() > PEAK_STEPS) {
      received.remove();
    }
  }

  private Decision ask(Load load, double largestShare, Places places, long now) {
    var made = policy.apply(capacity);
    long step = now / STEP;
    if (!made.isDue(step, step - bornIn, load.rank(), load.sharing())) {
      return new Decision.Stay();
    }
    return switch (made.decide(load, draw.getAsDouble())) {
      case Decision.Duplicate(int times) -> {
        int most = Math.min(full ? Math.max(1, sharing / 2) : times, places.most() - sharing);
        boolean little = share < LEAST_SHARE || share < largestShare / 2;
        if (most <= 0 || little || places.areUsedUp()) {
          yield new Decision.Stay();
        }
        patience = full ? Math.min(2 * patience, LONGEST_PATIENCE) : YOUNG;
        patientUntil = now + patience * STEP;
        yield new Decision.Duplicate(Math.min(times, most));
      }
      case Decision.Delete delete -> {
        patientUntil = now + YOUNG * STEP;
        yield delete;
      }
      case Decision.Stay stay -> stay;
    };
  }
}
