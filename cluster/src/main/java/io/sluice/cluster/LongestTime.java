package io.sluice.cluster;

import java.time.Duration;

/**
 * The longest time for which something is held or waited for. It is longer than any node lasts, and
 * short enough to be counted in nanoseconds, which a time such as that of {@link
 * java.time.temporal.ChronoUnit#FOREVER} is not. Users may give any time; a longer one than this is
 * taken as this one.
 */
public final class LongestTime {

  /** A hundred years. */
  public static final Duration DURATION = Duration.ofDays(36_500);

  private LongestTime() {}

  /** The time itself, or the longest one if it is longer. */
  public static Duration limit(Duration time) {
    return time.compareTo(DURATION) > 0 ? DURATION : time;
  }

  /** The time in nanoseconds, not longer than the longest one; 0 for a negative one. */
  public static long nanos(Duration time) {
    return time.isNegative() ? 0 : limit(time).toNanos();
  }

  /** The time in milliseconds, not longer than the longest one; 0 for a negative one. */
  public static long millis(Duration time) {
    return time.isNegative() ? 0 : limit(time).toMillis();
  }
}
