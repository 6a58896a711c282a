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
 * <p>The load is what arrives: what the instance has processed and, while it is behind, by how much
 * more waits for it, with its share of what waits in front of other operators of its bundle. So a
 * backlog that is being worked off is no load, and one that grows is. The capacity is the rate of
 * the instance while it works, as far as it gets the thread that it shares with the others of its
 * bundle: the time in which they work is not its own, and the time in which nothing was to be done
 * is. So an operator does not grow while receivers hold it up.
 *
 * <p>After each change of the number of instances nothing is decided for a while, and for twice as
 * long each time that an operator grows while it is behind, to little more than twice as many: how
 * much arrives is known roughly then.
 */
public final class Decider {

  /** How long a step is. */
  public static final long STEP = TimeUnit.MILLISECONDS.toNanos(100);

  /** The weight of the last step in what is measured. */
  private static final double NEWEST = 0.25;

  /** In how many steps it is looked for how what waits grows. */
  private static final int GROWTH_STEPS = 8;

  /** It is not known before that number of steps. */
  private static final int LEAST_GROWTH_STEPS = 4;

  /** An instance that works less than this in a step says nothing about its capacity. */
  private static final long TOO_SHORT = TimeUnit.MICROSECONDS.toNanos(200);

  /** An instance that has lived for fewer steps decides nothing. */
  private static final int YOUNG = 8;

  /** In how many steps the most is looked for that the operator received. */
  private static final int PEAK_STEPS = 20;

  /** An instance that uses less of its thread than this does not ask for another one. */
  private static final double LEAST_SHARE = 0.1;

  private static final int LONGEST_PATIENCE = 64;

  /** A backlog is worked off if less than this share of the capacity arrives. */
  private static final double WORKED_OFF = 0.85;

  /** How many records wait at a time, for the instance and for others of its bundle. */
  private record Waiting(long at, long own, long elsewhere) {
    long all() {
      return own + elsewhere;
    }
  }

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

  /** What has waited of late, since the instance is behind. */
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

  /** What arrives, without what it works off of a backlog. */
  private double given;

  private boolean behind;
  private long workedOffUntil;
  private long patientUntil;

  /** For how many steps nothing is decided after a change, and after the next one. */
  private int pause = YOUNG;

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
        given * sharing * second,
        sharing,
        sharing == 1 ? "" : "s",
        capacity * second,
        behind ? String.format(Locale.ROOT, ", and %,d wait", waiting.getLast().all()) : "");
  }

  /** Whether one instance less could do all that the operator is given. */
  public boolean couldSpareOne(double ratio) {
    return !behind && given * sharing <= ratio * capacity * (sharing - 1);
  }

  private boolean isWorkingOff() {
    return behind && given < WORKED_OFF * capacity;
  }

  /**
   * Whether a backlog is being worked off, or was: then more seems to arrive elsewhere than does.
   */
  public boolean isWorkingOff(long now) {
    return behind ? isWorkingOff() : now - workedOffUntil < 0;
  }

  /**
   * Measures what has passed since the last time, and decides.
   *
   * @param totals what has been counted until now
   * @param waits how many records wait for the instance
   * @param waitsElsewhere how many wait for others of its bundle
   * @param largestShare of the thread, among the instances of the bundle
   */
  public Decision decide(
      Measured totals,
      long waits,
      long waitsElsewhere,
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
    measure(totals.minus(before), waits, waitsElsewhere, steps);
    before = totals;
    last = now;
    follow(siblings.slots().size(), now);
    remember();
    boolean known = !behind || waiting.size() > LEAST_GROWTH_STEPS;
    if (capacity == 0 || !known || now - patientUntil < 0) {
      return new Decision.Stay();
    }
    double peak = Collections.max(received);
    int rank = Math.min(siblings.rank(slot), sharing - 1);
    var load = new Load(given, sharing, sharing, rank, peak, siblings.trend());
    return ask(load, largestShare, places, now);
  }

  private void begin(Measured totals, long now) {
    before = totals;
    last = now;
    bornIn = now / STEP;
    patientUntil = now + YOUNG * STEP;
    workedOffUntil = now;
  }

  private void measure(Measured done, long waits, long waitsElsewhere, double steps) {
    double weight = 1 - Math.pow(1 - NEWEST, steps);
    double elapsed = steps * STEP;
    share += weight * (done.workingNanos() / elapsed - share);
    if (done.workingNanos() > TOO_SHORT && done.records() > 0) {
      double usable = Math.min(elapsed, (double) done.workingNanos() + done.idleNanos());
      double measured = done.records() / (double) done.workingNanos() * usable / steps;
      capacity = capacity == 0 ? measured : weight * measured + (1 - weight) * capacity;
    }
    arriving += weight * (done.records() / steps - arriving);
    boolean busy = done.idleNanos() < 0.15 * elapsed;
    var now = new Waiting(last + Math.round(elapsed), waits, waitsElsewhere);
    behind = busy && now.all() > capacity / 2;
    if (!behind) {
      waiting.clear();
    }
    waiting.add(now);
    if (waiting.size() > GROWTH_STEPS + 1) {
      waiting.remove();
    }
    given = behind ? Math.max(0, arriving + growth()) : arriving;
    if (isWorkingOff()) {
      workedOffUntil = now.at() + YOUNG * STEP;
    }
  }

  /** By how much more waits after a step than before it, of what is for this instance. */
  private double growth() {
    var from = waiting.getFirst();
    var to = waiting.getLast();
    double more = to.own - from.own + (double) (to.elsewhere - from.elsewhere) / sharing;
    return more * STEP / Math.max(STEP, to.at - from.at);
  }

  /** The same stream is shared among others from now on. */
  private void follow(int sharingNow, long now) {
    if (sharingNow != sharing) {
      arriving *= (double) sharing / sharingNow;
      given *= (double) sharing / sharingNow;
      waiting.clear();
      sharing = sharingNow;
      patientUntil = now + pause * STEP;
      received.clear();
    }
  }

  private void remember() {
    received.add(given * sharing);
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
        pause = behind ? patience : YOUNG;
        patience = behind ? Math.min(2 * patience, LONGEST_PATIENCE) : YOUNG;
        patientUntil = now + pause * STEP;
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
