package io.sluice.locks;

import java.util.SortedMap;
import java.util.TreeMap;

/** How many faults of which kinds a run has had; printed at its end, whatever that is. */
final class FaultCount implements AutoCloseable {

  private final String run;
  private final SortedMap<String, Integer> byKind = new TreeMap<>();

  FaultCount(String run) {
    this.run = run;
  }

  void add(String kind) {
    byKind.merge(kind, 1, Integer::sum);
  }

  int total() {
    return byKind.values().stream().mapToInt(Integer::intValue).sum();
  }

  @Override
  public void close() {
    System.out.printf("%s: %d faults %s%n", run, total(), byKind);
  }
}
