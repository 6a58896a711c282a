package io.sluice.lab.explore.world;

/**
 * The 64-bit fingerprint of a world: the sum over its slots of a mix of slot and value.
 *
 * <p>A sum, so that a step, which changes few slots, changes the fingerprint by as few terms.
 */
public final class Fingerprint {

  private Fingerprint() {}

  /** The finaliser of SplitMix64 (David Stafford's thirteenth variant) over slot and value. */
  public static long term(int slot, int value) {
    long z = ((long) slot << 32 | value) + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  static long of(int[] vector, int from, int width) {
    long sum = 0;
    for (int slot = 0; slot < width; slot++) {
      sum += term(slot, vector[from + slot]);
    }
    return sum;
  }

  /**
   * Another number for a fingerprint, never 0. Its high bits are spread evenly, also where of many
   * fingerprints the least was taken; so tables may go by them.
   */
  public static long spread(long fingerprint) {
    long spread = fingerprint * 0x9e3779b97f4a7c15L;
    return spread == 0 ? 1 : spread;
  }

  /**
   * The probability that any two of some worlds have the same fingerprint, if fingerprints are as
   * good as random: 1 - exp(-pairs / 2^64).
   *
   * @param images how many fingerprints of equal worlds the least is taken of, or 1. The least of
   *     several random numbers is mostly a small one: two of them are equal images^2 / (2 images -
   *     1) times as often
   */
  public static double collision(long worlds, int images) {
    double pairs = 0.5 * worlds * (worlds - 1);
    double crowded = (double) images * images / (2L * images - 1);
    return -Math.expm1(-pairs * crowded * 0x1p-64);
  }
}
