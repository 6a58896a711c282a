package io.sluice.bench.streams.kafka;

import java.util.List;

/** What was measured, and how much it was. */
record Figure(String what, String value) {

  /** The median of some milliseconds, and their range. */
  static Figure of(String what, List<Double> values) {
    var sorted = values.stream().sorted().toList();
    String median = "%.0f ms".formatted(sorted.get(sorted.size() / 2));
    return new Figure(
        what,
        sorted.size() == 1
            ? median
            : "%s (%.0f-%.0f)".formatted(median, sorted.getFirst(), sorted.getLast()));
  }

  /** How a gap while state moves is described, for both engines. */
  static String scaling(int megabytes, String what) {
    return "%d MB of state, half of it moves: %s".formatted(megabytes, what);
  }
}
