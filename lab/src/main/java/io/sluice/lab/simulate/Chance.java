package io.sluice.lab.simulate;

/**
 * A stream of random numbers that is the same for a seed on every machine and every JDK.
 *
 * <p>Guy Steele, Doug Lea and Christine Flood, <em>Fast splittable pseudorandom number
 * generators</em>, OOPSLA 2014 (SplitMix64). Written out because a pinned run must not change when
 * the JDK improves its own way of drawing from a range.
 */
public final class Chance {

  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  private long state;

  /**
   * One of several independent streams of a run, so that, say, a lossy network changes nothing
   * about when the clients ask.
   */
  public Chance(long seed, int stream) {
    this.state = mix(mix(seed) + stream * GOLDEN_GAMMA);
  }

  /** Any number. */
  public long next() {
    state += GOLDEN_GAMMA;
    return mix(state);
  }

  /** A number from 0 to {@code bound - 1}. */
  public long below(long bound) {
    // The high half of a product: its bias, bound / 2^64, is far below what a run could show.
    return Math.unsignedMultiplyHigh(next(), bound);
  }

  /** A fraction from 0 up to, and without, 1. */
  public double fraction() {
    return (next() >>> 11) * 0x1p-53;
  }

  /** Whether something of the given probability happens. */
  public boolean strikes(double probability) {
    return fraction() < probability;
  }

  /** A number from the exponential distribution of the given mean. */
  public double exponential(double mean) {
    // StrictMath: Math.log may differ in its last bit from machine to machine.
    return -mean * StrictMath.log(1 - fraction());
  }

  /** A number from the normal distribution of mean 0 and deviation 1, by Box and Muller. */
  public double normal() {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - fraction()));
    return radius * StrictMath.cos(2 * Math.PI * fraction());
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
