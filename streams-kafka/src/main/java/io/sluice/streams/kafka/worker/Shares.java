package io.sluice.streams.kafka.worker;

import java.util.List;

/** How many bundles each worker should run: about the same number, up to its places. */
final class Shares {

  private Shares() {}

  /**
   * @param places of each worker, the longest-standing first
   */
  static int[] of(int bundles, List<Integer> places) {
    int[] shares = new int[places.size()];
    for (int left = bundles; left > 0; left--) {
      int next = -1;
      for (int worker = 0; worker < shares.length; worker++) {
        if (shares[worker] < places.get(worker) && (next < 0 || shares[worker] < shares[next])) {
          next = worker;
        }
      }
      if (next < 0) {
        break; // There are not enough places for all.
      }
      shares[next]++;
    }
    return shares;
  }
}
