package io.sluice.streams.graph;

/**
 * How many instances an operator may have.
 *
 * @param min the fewest, and how many it begins with
 */
public record Instances(int min, int max) {

  /** More are refused: an instance is a thread. */
  public static final int MOST = 1_000;

  public static final Instances ONE = new Instances(1, 1);

  public Instances {
    if (min < 1 || max < min || max > MOST) {
      throw new IllegalArgumentException(
          "an operator has from 1 to %,d instances, at least min and at most max; not (%d, %d)"
              .formatted(MOST, min, max));
    }
  }

  /** From one to as many as there are processors. */
  public static Instances byProcessors() {
    return new Instances(1, Math.max(2, Runtime.getRuntime().availableProcessors()));
  }

  public boolean isFixed() {
    return min == max;
  }
}
