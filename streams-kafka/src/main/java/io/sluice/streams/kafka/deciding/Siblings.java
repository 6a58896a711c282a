package io.sluice.streams.kafka.deciding;

import io.sluice.protocol.scaling.Load.Trend;
import java.util.List;

/**
 * The active instances of an operator, as all workers hear of them.
 *
 * @param slots the keeper first, then in the order of their birth
 * @param trend which way their number last moved
 */
public record Siblings(List<Integer> slots, Trend trend) {

  public Siblings {
    slots = List.copyOf(slots);
  }

  public static Siblings of(int keeper) {
    return new Siblings(List.of(keeper), Trend.STEADY);
  }

  /** What is known when these are active. */
  public Siblings with(List<Integer> now) {
    int change = Integer.compare(now.size(), slots.size());
    return new Siblings(now, change > 0 ? Trend.GROWING : change < 0 ? Trend.SHRINKING : trend);
  }

  int rank(int slot) {
    return Math.max(0, slots.indexOf(slot));
  }
}
