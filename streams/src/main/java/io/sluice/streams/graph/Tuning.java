package io.sluice.streams.graph;

import java.time.Duration;
import java.util.Optional;

/**
 * How a pipeline runs, as far as it is a matter of speed, memory and decisions, not of results.
 *
 * @param batch how many records travel together at most
 * @param inbox how many batches wait for an instance at most
 * @param step how long a step is in which instances decide by their policy alone; without one, what
 *     they measure is smoothed
 */
public record Tuning(int batch, int inbox, Optional<Duration> step) {

  /** A pipeline's, unless it says otherwise. */
  public static final Tuning DEFAULT = new Tuning(256, 32, Optional.empty());

  private static final int SMALLEST_INBOX = 8;
  private static final int LARGEST_INBOX = 1 << 16;
  private static final int LARGEST_BATCH = 1 << 12;
  private static final Duration SHORTEST_STEP = Duration.ofMillis(10);
  private static final Duration LONGEST_STEP = Duration.ofMinutes(1);

  /**
   * @throws IllegalArgumentException if one of them is out of its range
   */
  public Tuning {
    if (batch < 1 || batch > LARGEST_BATCH) {
      throw new IllegalArgumentException(
          "a batch has 1 to %,d records at most, not %,d".formatted(LARGEST_BATCH, batch));
    }
    if (inbox < SMALLEST_INBOX || inbox > LARGEST_INBOX || Integer.bitCount(inbox) != 1) {
      throw new IllegalArgumentException(
          "an inbox holds %d to %,d batches, a power of two, not %,d"
              .formatted(SMALLEST_INBOX, LARGEST_INBOX, inbox));
    }
    if (step.filter(Tuning::isTooShortOrTooLong).isPresent()) {
      throw new IllegalArgumentException(
          "instances decide every %d ms to %d s, not every %d ms"
              .formatted(
                  SHORTEST_STEP.toMillis(), LONGEST_STEP.toSeconds(), step.get().toMillis()));
    }
  }

  private static boolean isTooShortOrTooLong(Duration length) {
    return length.compareTo(SHORTEST_STEP) < 0 || length.compareTo(LONGEST_STEP) > 0;
  }

  public Tuning withBatch(int records) {
    return new Tuning(records, inbox, step);
  }

  public Tuning withInbox(int batches) {
    return new Tuning(batch, batches, step);
  }

  public Tuning withStep(Duration length) {
    return new Tuning(batch, inbox, Optional.of(length));
  }
}
