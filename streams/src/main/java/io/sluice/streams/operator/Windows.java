package io.sluice.streams.operator;

/**
 * Windows of one size, of which one begins at each multiple of a step. All in milliseconds.
 *
 * @param size how long a window is
 * @param every the step; the size itself if windows follow each other
 * @param lateness how long after its end the watermark must come for a window to have its result
 */
public record Windows(long size, long every, long lateness) {

  /** More windows for each record are refused: they cost memory and time. */
  public static final int MOST_OVERLAPPING = 10_000;

  /** Beyond all windows, and not near the limits of a long. */
  private static final long FAR = 1L << 62;

  /**
   * @throws IllegalArgumentException if windows would leave out records, or if too many overlap
   */
  public Windows {
    if (every > size) {
      throw new IllegalArgumentException(
          "windows of %d ms every %d ms would leave out the records between them"
                  .formatted(size, every)
              + ": the step must not be longer than the size");
    }
    if (size / every > MOST_OVERLAPPING) {
      throw new IllegalArgumentException(
          "windows of %d ms every %d ms would put each record into %,d windows; at most %,d"
              .formatted(size, every, size / every, MOST_OVERLAPPING));
    }
  }

  public Windows withLateness(long millis) {
    return new Windows(size, every, millis);
  }

  /** The start of the last window that a time is in. */
  long lastStart(long time) {
    return time - Math.floorMod(time, every);
  }

  /** The start of the first window that a time is in. */
  long firstStart(long time) {
    return lastStart(time - size) + every;
  }

  /** The start of the first window that has no result yet at a watermark. */
  long firstOpen(long watermark) {
    long lastClosed = Times.heldBack(watermark, size - 1 + lateness);
    return lastStart(Math.clamp(lastClosed, -FAR, FAR)) + every;
  }

  /** The watermark at which a window has its result. */
  long due(long start) {
    return start + size - 1 + lateness;
  }

  /** The start of the window that has its result at a watermark. */
  long startDueAt(long watermark) {
    return watermark - lateness - size + 1;
  }
}
