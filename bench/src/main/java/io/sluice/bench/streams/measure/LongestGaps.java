package io.sluice.bench.streams.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The longest gap, or stall, of each round, given in nanoseconds and summed up in milliseconds. */
final class LongestGaps {

  private final List<Long> nanos = new ArrayList<>();

  void add(long longest) {
    nanos.add(longest);
  }

  boolean isEmpty() {
    return nanos.isEmpty();
  }

  /** The longest of all rounds; there must be one. */
  double longest() {
    return Collections.max(nanos) / 1e6;
  }

  /** The median of the rounds, the lower one of two: less at the mercy of one bad moment. */
  double median() {
    return nanos.stream().sorted().skip((nanos.size() - 1) / 2).findFirst().orElseThrow() / 1e6;
  }
}
