package io.sluice.cli;

/** Options that say how often something may happen. */
final class Count {

  private Count() {}

  /**
   * The number given.
   *
   * @throws IllegalArgumentException if it is negative
   */
  static int of(String option, int number) {
    if (number < 0) {
      throw new IllegalArgumentException(option + " " + number + ": count from 0 up");
    }
    return number;
  }
}
