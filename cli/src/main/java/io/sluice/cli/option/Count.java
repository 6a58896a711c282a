package io.sluice.cli.option;

/** Options that say how often something may happen. */
public final class Count {

  private Count() {}

  /** More would take longer than anybody waits, and its sums would not fit an int. */
  private static final int MOST = 1_000_000;

  /**
   * The number given.
   *
   * @throws IllegalArgumentException if it is negative, or beyond reason
   */
  public static int of(String option, int number) {
    if (number < 0) {
      throw new IllegalArgumentException(option + " " + number + ": count from 0 up");
    }
    if (number > MOST) {
      throw new IllegalArgumentException(
          "%s %d: at most %,d are possible".formatted(option, number, MOST));
    }
    return number;
  }
}
