package io.sluice.lab.advise;

import java.util.Objects;

/**
 * A process that will ask for the lock.
 *
 * @param priority smaller is more urgent
 * @param rate how often it asks per second while it neither waits nor holds the lock
 */
public record Participant(String name, int priority, double rate) {

  /** A higher rate would be too fast for simulated nanoseconds. */
  private static final double HIGHEST_RATE = 1e6;

  /** Once a year. */
  private static final double LOWEST_RATE = 1.0 / (365 * 24 * 3600);

  public Participant {
    Objects.requireNonNull(name);
    if (priority < 0) {
      throw new IllegalArgumentException(
          "a priority must be 0 (the most urgent) or more, not " + priority);
    }
    // Written so that NaN fails too.
    if (!(rate >= LOWEST_RATE && rate <= HIGHEST_RATE)) {
      throw new IllegalArgumentException(
          "a rate must be from once a year to a million a second, not " + rate + " a second");
    }
  }
}
