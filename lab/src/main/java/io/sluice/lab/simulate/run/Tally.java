package io.sluice.lab.simulate.run;

import java.util.Arrays;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts messages by their class. A protocol has a handful, so a search from the front is fast. */
final class Tally {

  private Class<?>[] kinds = {};
  private long[] counts = {};

  void count(Object message) {
    var kind = message.getClass();
    for (int k = 0; k < kinds.length; k++) {
      if (kinds[k] == kind) {
        counts[k]++;
        return;
      }
    }
    kinds = Arrays.copyOf(kinds, kinds.length + 1);
    counts = Arrays.copyOf(counts, kinds.length);
    kinds[kinds.length - 1] = kind;
    counts[kinds.length - 1] = 1;
  }

  /** How many there were of each kind, by its simple name. */
  SortedMap<String, Long> byKind() {
    var byKind = new TreeMap<String, Long>();
    for (int k = 0; k < kinds.length; k++) {
      byKind.merge(kinds[k].getSimpleName(), counts[k], Long::sum);
    }
    return Collections.unmodifiableSortedMap(byKind);
  }
}
