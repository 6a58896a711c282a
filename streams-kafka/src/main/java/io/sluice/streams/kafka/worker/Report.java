package io.sluice.streams.kafka.worker;

import java.util.List;
import java.util.Map;

/**
 * What a worker says of itself to the others.
 *
 * @param leaving whether it is about to end and gives up everything that it runs
 * @param running the bundles that it runs, with the share of its thread that each uses, in percent
 * @param ready the bundles that it could take over at once
 */
public record Report(boolean leaving, Map<Integer, Integer> running, List<Integer> ready) {

  static final Report NONE = new Report(false, Map.of(), List.of());

  /** Smaller changes of what a bundle uses are not worth a record. */
  private static final int NOTICEABLE = 10;

  public Report {
    running = Map.copyOf(running);
    ready = List.copyOf(ready);
  }

  /** Whether the two differ in more than what the bundles use. */
  boolean isOtherwise(Report other) {
    return leaving != other.leaving
        || !running.keySet().equals(other.running.keySet())
        || !ready.equals(other.ready);
  }

  /** Whether a bundle uses noticeably more or less than the other report says. */
  boolean hasOtherLoad(Report other) {
    return running.entrySet().stream()
        .anyMatch(
            each ->
                Math.abs(each.getValue() - other.running.getOrDefault(each.getKey(), 0))
                    >= NOTICEABLE);
  }
}
