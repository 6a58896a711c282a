package io.sluice.cli.option;

/** Parses options that count something. */
public final class Count {

  private Count() {}

  /** More would take too long, and sums of several would overflow an int. */
  private static final int MOST = 1_000_000;

  /**
   * The number given.
   *
   * @throws IllegalArgumentException if it is negative or too large
   */
  public static int of(String option, int number) {
    if (number < 0) {
      throw new IllegalArgumentException(option + " " + number + ": write a number from 0 up");
    }
    if (number > MOST) {
      throw new IllegalArgumentException(
          "%s %d: at most %,d are possible".formatted(option, number, MOST));
    }
    return number;
  }
}
