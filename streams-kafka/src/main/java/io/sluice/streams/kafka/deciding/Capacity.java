package io.sluice.streams.kafka.deciding;

/**
 * How much an instance can do in a step, as it has measured it. A machine that is held up for a
 * moment has not become slower: what counts for growing is the most of the last seconds, so an
 * instance must be slower for as long as that before others are started for it.
 */
final class Capacity {

  /** The weight of a step. */
  private static final double NEWEST = 0.1;

  /** For that number of steps it may be slower. */
  private static final int HELD_UP = 40;

  /** One that can do less than this share of what it could is slower. */
  private static final double SLOWER = 0.8;

  /** After that number of steps what has waited meanwhile should have been worked off. */
  private static final int TO_RECOVER = 50;

  private final Highest best = new Highest(HELD_UP);
  private double smoothed;
  private boolean slower;
  private long recoveredAt;

  /**
   * @param steps for how long it was measured
   * @param records what it could have done in a step
   */
  void measure(long now, double steps, double records) {
    smoothed += (isKnown() ? weight(NEWEST, steps) : 1) * (records - smoothed);
    best.add(now, smoothed);
    if (smoothed < SLOWER * best.get()) {
      slower = true;
      recoveredAt = now + TO_RECOVER * Decider.STEP;
    }
  }

  /** The weight of a measurement that took some steps. */
  static double weight(double ofOne, double steps) {
    return 1 - Math.pow(1 - ofOne, steps);
  }

  boolean isKnown() {
    return smoothed > 0;
  }

  /** With another number of instances it may be another one. */
  void forget() {
    best.forget();
    slower = false;
  }

  /** What it can do of late. */
  double ofLate() {
    return smoothed;
  }

  /** What it can do unless it is held up for a moment. */
  double lasting() {
    return Math.max(smoothed, best.get());
  }

  /** Whether it is slower than it was, or works off what has waited meanwhile. */
  boolean isRecovering(long now) {
    return slower && now - recoveredAt < 0;
  }
}
