package io.sluice.cli.demo;

import java.util.BitSet;

/** What has arrived at the end of the demo's pipeline, by the numbers of the orders. */
final class Arrivals {

  // Guarded by this.
  private final BitSet arrived = new BitSet();
  private long distinct;
  private long doubled;
  private long outOfOrder;
  private long latest;
  private long longestGap;

  synchronized void add(long number, boolean late) {
    if (arrived.get((int) number)) {
      doubled++;
    } else {
      arrived.set((int) number);
      distinct++;
    }
    if (late) {
      outOfOrder++;
    }
    long now = System.nanoTime();
    if (distinct > 2) { // the first order comes long before the others
      longestGap = Math.max(longestGap, now - latest);
    }
    latest = now;
  }

  synchronized long distinct() {
    return distinct;
  }

  /** All that have arrived, the doubled ones too. */
  synchronized long all() {
    return distinct + doubled;
  }

  synchronized long doubled() {
    return doubled;
  }

  synchronized long outOfOrder() {
    return outOfOrder;
  }

  synchronized double longestGapMillis() {
    return longestGap / 1e6;
  }
}
