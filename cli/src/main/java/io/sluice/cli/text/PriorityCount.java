package io.sluice.cli.text;

import io.sluice.lab.simulate.Auditor;
import io.sluice.protocol.Claim;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts the entries of each priority. */
public final class PriorityCount implements Auditor {

  private final SortedMap<Integer, Long> entries = new TreeMap<>();

  @Override
  public void entered(long at, int node, Claim claim, long fence) {
    entries.merge(claim.priority(), 1L, Long::sum);
  }

  public SortedMap<Integer, Long> entries() {
    return Collections.unmodifiableSortedMap(entries);
  }
}
