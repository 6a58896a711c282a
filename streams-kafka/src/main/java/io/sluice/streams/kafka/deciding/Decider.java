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
 * <p>The load is what arrives: what the instance has processed and by how much more waits for it,
 * with its share of what waits for operators in front of it in its bundle. While it is behind, some
 * of what waits is added, so that it will be worked off; but a backlog asks for one instance more
 * at most, and for none where little arrives. The capacity is the rate of the instance while it
 * works, as far as it gets the thread that it shares with the others of its bundle: the time in
 * which they work is not its own, and the time in which nothing was to be done is. So an operator
 * does not grow while receivers hold it up.
 *
 * <p>After each change of the number of instances nothing is decided until it is known what arrives
 * now; and an operator that is behind grows to little more than twice as many at once.
 */
public final class Decider {

  /** How long a step is. */
  public static final long STEP = TimeUnit.MILLISECONDS.toNanos(100);

  /** The weight of the last step in the share of the thread. */
  private static final double NEWEST = 0.25;

  /** The same in the capacity: a machine that is held up for a moment has not become slower. */
  private static final double NEWEST_OF_CAPACITY = 0.1;

  /** While an instance is behind, it goes by what arrives in that number of steps. */
  private static final int RECENT = 8;

  /** In how many steps what waits should be worked off. */
  private static final double TO_WORK_OFF = 30;

  /**
   * Added for that is at most this share of what arrives; so a single instance that falls behind,
   * however slowly, gets help.
   */
  private static final double MOST_TO_ADD = 0.4;

  /** And at most this share of what an instance can do, for all of the operator together. */
  private static final double MOST_OF_AN_INSTANCE = 0.7;

  /** An instance that works less than this in a step says nothing about its capacity. */
  private static final long TOO_SHORT = TimeUnit.MICROSECONDS.toNanos(200);

  /** An instance that has lived for fewer steps decides nothing. */
  private static final int YOUNG = 8;

  /** In how many steps the most is looked for that the operator received. */
  private static final int PEAK_STEPS = 20;

  /** An instance that uses less of its thread than this does not ask for another one. */
  private static final double LEAST_SHARE = 0.1;

  private final int slot;
  private final DoubleFunction<Policy> policy;
  private final DoubleSupplier draw;
  private final ArrayDeque<Double> received = new ArrayDeque<>(PEAK_STEPS);
  private Measured before = Measured.NONE;
  private long last;
  private long bornIn;
  private boolean begun;
  private int sharing = 1;
  private double capacity;
  private double share;
  private final Arrivals arrivals = new Arrivals();

  /** What arrives in a step. */
  private double given;

  /** Its share of what waits. */
  private double waiting;

  private boolean behind;
  private long behindSince;

  /** Until when others may still go by what they were given while this instance was behind. */
  private long misleadingUntil;

  private long patientUntil;

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
        given * sharing * second,
        sharing,
        sharing == 1 ? "" : "s",
        capacity * second,
        behind ? String.format(Locale.ROOT, ", and %,.0f wait", waiting * sharing) : "");
  }

  /** Whether one instance less could do all that the operator is given. */
  public boolean couldSpareOne(double ratio) {
    return !behind && given * sharing <= ratio * capacity * (sharing - 1);
  }

  /**
   * Whether a backlog is worked off here, or was a moment ago: then others are given more than
   * arrives.
   */
  public boolean isWorkingOff(long now) {
    return behind || now - misleadingUntil < 0;
  }

  /**
   * Measures what has passed since the last time, and decides.
   *
   * @param totals what has been counted until now
   * @param waits how many records wait for the instance
   * @param waitsInFront how many wait for others of its bundle whose records come to it
   * @param largestShare of the thread, among the instances of the bundle
   */
  public Decision decide(
      Measured totals,
      long waits,
      long waitsInFront,
      double largestShare,
      Siblings siblings,
      Places places,
      long now) {
    if (!begun) {
      begun = true;
      begin(totals, now);
      return new Decision.Stay();
    }
    measure(totals, waits, waitsInFront, now);
    follow(siblings.slots().size(), now);
    remember();
    if (capacity == 0 || !arrivals.areKnown(since(now)) || now - patientUntil < 0) {
      return new Decision.Stay();
    }
    double peak = Collections.max(received);
    int rank = Math.min(siblings.rank(slot), sharing - 1);
    var load = new Load(wanted(), sharing, sharing, rank, peak, siblings.trend());
    return ask(load, largestShare, places, now);
  }

  private void begin(Measured totals, long now) {
    before = totals;
    last = now;
    bornIn = now / STEP;
    patientUntil = now + YOUNG * STEP;
    misleadingUntil = now;
  }

  private void measure(Measured totals, long waits, long waitsInFront, long now) {
    var done = totals.minus(before);
    double elapsed = now - last;
    double steps = elapsed / STEP;
    before = totals;
    last = now;
    share += weight(NEWEST, steps) * (done.workingNanos() / elapsed - share);
    if (done.workingNanos() > TOO_SHORT && done.records() > 0) {
      double usable = Math.min(elapsed, (double) done.workingNanos() + done.spareNanos());
      double measured = done.records() / (double) done.workingNanos() * usable / steps;
      capacity += (capacity == 0 ? 1 : weight(NEWEST_OF_CAPACITY, steps)) * (measured - capacity);
    }
    boolean busy = done.spareNanos() < 0.15 * elapsed;
    waiting = waits + (double) waitsInFront / sharing;
    lookBehind(busy && waits + waitsInFront > capacity / 2, now);
    arrivals.add(now, totals.records() + waiting);
    if (arrivals.areKnown(since(now))) {
      given = arrivals.inAStep(since(now));
    }
  }

  /** The weight of a measurement that took some steps. */
  private static double weight(double ofOne, double steps) {
    return 1 - Math.pow(1 - ofOne, steps);
  }

  private void lookBehind(boolean isBehind, long now) {
    if (isBehind && !behind) {
      behindSince = now;
    }
    if (isBehind) {
      misleadingUntil = now + Arrivals.LONGEST * STEP;
    }
    behind = isBehind;
  }

  /** Since when it counts what arrives: one that falls behind has got another load at that time. */
  private long since(long now) {
    return behind ? Math.max(behindSince, now - RECENT * STEP) : now - Arrivals.LONGEST * STEP;
  }

  /** What it should be able to do in a step. */
  private double wanted() {
    double most = Math.min(MOST_TO_ADD * given, MOST_OF_AN_INSTANCE * capacity / sharing);
    return given + (behind ? Math.min(waiting / TO_WORK_OFF, most) : 0);
  }

  /** The same stream is shared among others from now on. */
  private void follow(int sharingNow, long now) {
    if (sharingNow != sharing) {
      given *= (double) sharing / sharingNow;
      waiting *= (double) sharing / sharingNow;
      arrivals.forget();
      sharing = sharingNow;
      patientUntil = now + YOUNG * STEP;
      received.clear();
    }
  }

  private void remember() {
    received.add(wanted() * sharing);
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
        int most = Math.min(behind ? 2 * sharing + 1 : times, places.most() - sharing);
        boolean little = share < LEAST_SHARE || share < largestShare / 2;
        if (most <= 0 || little || places.areUsedUp()) {
          yield new Decision.Stay();
        }
        patientUntil = now + YOUNG * STEP;
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
