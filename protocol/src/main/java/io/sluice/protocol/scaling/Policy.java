package io.sluice.protocol.scaling;

/**
 * When an instance decides, and what: a pure function of what it knows and of a number that the
 * caller drew.
 */
public interface Policy {

  /** What users call it. */
  String name();

  /**
   * Whether an instance decides in this step.
   *
   * @param age the steps since it began to work
   * @param rank its place among its siblings, from 0
   * @param siblings how many they are, itself included
   */
  boolean isDue(long step, long age, int rank, int siblings);

  /**
   * Decides.
   *
   * @param drawn uniformly from 0 up to, and without, 1, drawn again for each decision
   */
  Decision decide(Load load, double drawn);

  /** Refuses a period in which no instance could ever decide. */
  static void requirePeriod(int period) {
    if (period < 1) {
      throw new IllegalArgumentException(
          "an instance decides every 1 or more steps, not " + period);
    }
  }
}
