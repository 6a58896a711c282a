package io.sluice.streams.kafka.deciding;

import io.sluice.protocol.scaling.Decision;
import io.sluice.protocol.scaling.Load;
import io.sluice.protocol.scaling.Policy;
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
 *
 * <p>Growing and shrinking go by different measures, so that a machine that is slower for a while
 * does not make an operator change to and fro. To grow, the load must have risen, or an instance
 * must have been slower for seconds: {@link Capacity}. To shrink, the load must have fallen, or the
 * last growth must be minutes ago: {@link Growth}.
 */
public final class Decider {

  /** How long a step is. */
  public static final long STEP = TimeUnit.MILLISECONDS.toNanos(100);

  /** The weight of the last step in the share of the thread. */
  private static final double NEWEST = 0.25;

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

  /** An instance that is given more than this share of its capacity works nothing off. */
  private static final double FULL = 0.9;

  /** An instance that works less than this in a step says nothing about its capacity. */
  private static final long TOO_SHORT = TimeUnit.MICROSECONDS.toNanos(200);

  /** An instance that has lived for fewer steps decides nothing. */
  private static final int YOUNG = 8;

  /** In how many steps the most is looked for that the operator received. */
  private static final int PEAK_STEPS = 20;

  /** A load that has fallen must stay so for that number of steps before instances end. */
  private static final int FALLING = 100;

  /** Instances that use less of their capacity than this are far too many. */
  private static final double STEEP = 0.3;

  /** An instance that uses less of its thread than this does not ask for another one. */
  private static final double LEAST_SHARE = 0.1;

  private final int slot;
  private final DoubleFunction<Policy> policy;
  private final DoubleSupplier draw;
  private final Highest received = new Highest(PEAK_STEPS);
  private final Highest loads = new Highest(FALLING);
  private final Growth growth = new Growth();
  private Measured before = Measured.NONE;
  private long last;
  private long bornIn;
  private boolean begun;
  private int sharing = 1;
  private final Capacity capacity = new Capacity();
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
        capacity.lasting() * second,
        behind ? String.format(Locale.ROOT, ", and %,.0f wait", waiting * sharing) : "");
  }

  /**
   * As keeper: whether one instance less could do all that the operator was given of late, and it
   * has not been needed at such a load before.
   */
  public boolean couldSpareOne(double ratio, long now) {
    double load = loads.get();
    double each = capacity.ofLate();
    boolean stays = growth.counts(now, load) && load > STEEP * each * sharing;
    return !behind && !stays && load <= ratio * each * (sharing - 1);
  }

  /** As keeper: the operator grows by its load. */
  public void grows(long now) {
    growth.happens(now, given * sharing);
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
    remember(now);
    if (!capacity.isKnown() || !arrivals.areKnown(since(now)) || now - patientUntil < 0) {
      return new Decision.Stay();
    }
    int rank = Math.min(siblings.rank(slot), sharing - 1);
    var load = new Load(wanted(now), sharing, sharing, rank, received.get(), siblings.trend());
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
    share += Capacity.weight(NEWEST, steps) * (done.workingNanos() / elapsed - share);
    if (done.workingNanos() > TOO_SHORT && done.records() > 0) {
      double usable = Math.min(elapsed, (double) done.workingNanos() + done.spareNanos());
      capacity.measure(now, steps, done.records() / (double) done.workingNanos() * usable / steps);
    }
    boolean busy = done.spareNanos() < 0.15 * elapsed;
    waiting = waits + (double) waitsInFront / sharing;
    lookBehind(busy && waits + waitsInFront > capacity.lasting() / 2, now);
    arrivals.add(now, totals.records() + waiting);
    if (arrivals.areKnown(since(now))) {
      given = arrivals.inAStep(since(now));
    }
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
  private double wanted(long now) {
    boolean full = given > FULL * capacity.lasting();
    if (!behind || (!full && capacity.isRecovering(now))) {
      return given;
    }
    double most = Math.min(MOST_TO_ADD * given, MOST_OF_AN_INSTANCE * capacity.lasting() / sharing);
    return given + Math.min(waiting / TO_WORK_OFF, most);
  }

  /** The same stream is shared among others from now on. */
  private void follow(int sharingNow, long now) {
    if (sharingNow != sharing) {
      given *= (double) sharing / sharingNow;
      waiting *= (double) sharing / sharingNow;
      arrivals.forget();
      sharing = sharingNow;
      patientUntil = now + YOUNG * STEP;
      received.forget();
      capacity.forget();
    }
  }

  private void remember(long now) {
    received.add(now, wanted(now) * sharing);
    loads.add(now, given * sharing);
  }

  private Decision ask(Load load, double largestShare, Places places, long now) {
    var made = policy.apply(capacity.lasting());
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
