package io.sluice.streams.operator;

import io.sluice.streams.graph.Output;
import java.time.Duration;

/**
 * Checks of times and durations. Both stay so far from the limits of a long that sums of a few of
 * them do not overflow.
 */
public final class Times {

  /** The highest time and the longest duration, in milliseconds: 36 million years. */
  private static final long MOST = 1L << 60;

  private Times() {}

  /**
   * A duration in milliseconds.
   *
   * @param what what it is the duration of, for the message
   * @throws IllegalArgumentException if it is shorter than a millisecond
   */
  public static long positive(String what, Duration duration) {
    return within(what, duration, 1);
  }

  /**
   * A duration in milliseconds.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public static long notNegative(String what, Duration duration) {
    return within(what, duration, 0);
  }

  private static long within(String what, Duration duration, long least) {
    if (duration.compareTo(Duration.ofMillis(least)) < 0
        || duration.compareTo(Duration.ofMillis(MOST)) > 0) {
      throw new IllegalArgumentException(
          "%s must be %s, not %s"
              .formatted(what, least == 0 ? "zero or more" : "a millisecond or more", duration));
    }
    return duration.toMillis();
  }

  /** The time that a function gave for a record. */
  static long checked(long time) {
    if (time < -MOST || time > MOST) {
      throw new IllegalArgumentException(
          "the time of a record is in milliseconds and not %d".formatted(time));
    }
    return time;
  }

  /** The time of a record that an operator needs. */
  static long required(long time) {
    if (time == Output.NO_TIME) {
      throw new IllegalStateException(
          "the record has no time; call timestamps(name, time, outOfOrder) on a stream before");
    }
    return checked(time);
  }

  /** A watermark that is held back; the end of time stays, and so does an unknown watermark. */
  static long heldBack(long watermark, long by) {
    if (watermark == Output.END_OF_TIME) {
      return watermark;
    }
    return watermark < Output.NO_TIME + by ? Output.NO_TIME : watermark - by;
  }
}
