package io.sluice.lab.simulate.flow;

import java.util.Arrays;
import java.util.List;

/**
 * Max-min fair rates: no transfer can get more without taking from one that has no more.
 *
 * <p>Progressive filling (Dimitri Bertsekas and Robert Gallager, <em>Data Networks</em>, 2nd
 * edition, 1992, section 6.5.2): all rates grow together until a link is full; its transfers keep
 * what they have, and the others go on.
 */
final class FairShare {

  private final double[] capacity;

  /** What is left of each link, and how many transfers over it still grow. */
  private final double[] left;

  private final int[] growing;

  FairShare(double[] capacity) {
    this.capacity = capacity.clone();
    left = new double[capacity.length];
    growing = new int[capacity.length];
  }

  /**
   * The rate of each transfer.
   *
   * @param routes for each transfer the links that it takes, at least one and none twice
   */
  double[] rates(List<int[]> routes) {
    for (int[] route : routes) {
      for (int link : route) {
        left[link] = capacity[link];
        growing[link] = 0;
      }
    }
    for (int[] route : routes) {
      for (int link : route) {
        growing[link]++;
      }
    }
    double[] rates = new double[routes.size()];
    Arrays.fill(rates, Double.NaN);
    for (int settled = 0; settled < rates.length; ) {
      int narrowest = narrowest(routes, rates);
      double share = left[narrowest] / growing[narrowest];
      for (int i = 0; i < rates.length; i++) {
        if (Double.isNaN(rates[i]) && uses(routes.get(i), narrowest)) {
          rates[i] = share;
          settled++;
          take(routes.get(i), share);
        }
      }
    }
    return rates;
  }

  private void take(int[] route, double share) {
    for (int link : route) {
      // A rounding error must not make a share negative.
      left[link] = Math.max(0, left[link] - share);
      growing[link]--;
    }
  }

  /** The link that is full first; of several the first of the first transfer. */
  private int narrowest(List<int[]> routes, double[] rates) {
    int narrowest = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < rates.length; i++) {
      if (Double.isNaN(rates[i])) {
        for (int link : routes.get(i)) {
          double share = left[link] / growing[link];
          if (share < least) {
            least = share;
            narrowest = link;
          }
        }
      }
    }
    return narrowest;
  }

  private static boolean uses(int[] route, int link) {
    for (int each : route) {
      if (each == link) {
        return true;
      }
    }
    return false;
  }
}
