package io.sluice.streams.kafka.deciding;

import java.util.ArrayDeque;

/**
 * How much arrives at an instance, by what it has processed and what waits for it, together: so it
 * makes no difference whether the instance keeps up, falls behind or works a backlog off.
 */
final class Arrivals {

  /** For how many steps it is known what has arrived. */
  static final int LONGEST = 20;

  /** In fewer steps it is not known how much arrives. */
  private static final int LEAST = 4;

  /** What has arrived until a time. */
  private record Count(long at, double records) {}

  private final ArrayDeque<Count> counts = new ArrayDeque<>();

  /**
   * @param records what has arrived since the instance began
   */
  void add(long now, double records) {
    counts.add(new Count(now, records));
    var from = from(now - LONGEST * Decider.STEP);
    while (!counts.getFirst().equals(from)) {
      counts.remove();
    }
  }

  /** The same stream is shared among others from now on. */
  void forget() {
    counts.clear();
  }

  /** Whether enough has been counted from a time on. */
  boolean areKnown(long since) {
    return !counts.isEmpty() && steps(from(since)) >= LEAST;
  }

  /** How much has arrived in a step from a time on. */
  double inAStep(long since) {
    var from = from(since);
    return Math.max(0, (counts.getLast().records - from.records) / steps(from));
  }

  /** The last count that is as old, or the oldest. */
  private Count from(long since) {
    var from = counts.getFirst();
    for (var count : counts) {
      if (count.at - since <= 0) {
        from = count;
      }
    }
    return from;
  }

  private double steps(Count from) {
    return (double) (counts.getLast().at - from.at) / Decider.STEP;
  }
}
