package io.sluice.lab.simulate.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.lab.simulate.Chance;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FairShareTest {

  private static double[] rates(double[] capacity, int[]... routes) {
    return new FairShare(capacity).rates(List.of(routes));
  }

  @Test
  void transfersOverOneLinkGetEqualShares() {
    assertThat(rates(new double[] {90}, new int[] {0}, new int[] {0}, new int[] {0}))
        .containsExactly(30, 30, 30);
  }

  /** The parking lot: one transfer over every link, and one over each link alone. */
  @Test
  void theNarrowestLinkOfARouteDecides() {
    assertThat(rates(new double[] {1, 2}, new int[] {0, 1}, new int[] {0}, new int[] {1}))
        .containsExactly(0.5, 0.5, 1.5);
  }

  @Test
  void whatOneTransferCannotUseGoesToTheOthers() {
    assertThat(rates(new double[] {10, 1}, new int[] {0, 1}, new int[] {0}, new int[] {0}))
        .containsExactly(1, 4.5, 4.5);
  }

  /**
   * What defines max-min fairness: no link carries more than it can, and every transfer has a full
   * link on its route on which no other transfer is faster.
   */
  @Test
  void everyTransferHasABottleneck() {
    for (long seed = 1; seed <= 300; seed++) {
      var chance = new Chance(seed, 0);
      double[] capacity = new double[2 + (int) chance.below(8)];
      for (int link = 0; link < capacity.length; link++) {
        capacity[link] = 1 + chance.below(100);
      }
      var routes = new ArrayList<int[]>();
      for (long i = 1 + chance.below(20); i > 0; i--) {
        routes.add(route(chance, capacity.length));
      }
      double[] rates = new FairShare(capacity).rates(routes);
      double[] load = new double[capacity.length];
      for (int i = 0; i < rates.length; i++) {
        for (int link : routes.get(i)) {
          load[link] += rates[i];
        }
      }
      for (int link = 0; link < capacity.length; link++) {
        assertThat(load[link]).isLessThan(capacity[link] + 1e-9);
      }
      for (int i = 0; i < rates.length; i++) {
        assertThat(hasBottleneck(i, routes, rates, load, capacity)).as("seed %d", seed).isTrue();
      }
    }
  }

  private static int[] route(Chance chance, int links) {
    var route = new ArrayList<Integer>();
    for (int link = 0; link < links; link++) {
      if (chance.strikes(0.3)) {
        route.add(link);
      }
    }
    if (route.isEmpty()) {
      route.add((int) chance.below(links));
    }
    return route.stream().mapToInt(Integer::intValue).toArray();
  }

  private static boolean hasBottleneck(
      int transfer, List<int[]> routes, double[] rates, double[] load, double[] capacity) {
    for (int link : routes.get(transfer)) {
      boolean full = load[link] > capacity[link] - 1e-9;
      boolean fastest = true;
      for (int other = 0; other < rates.length; other++) {
        for (int each : routes.get(other)) {
          fastest &= each != link || rates[other] <= rates[transfer] + 1e-9;
        }
      }
      if (full && fastest) {
        return true;
      }
    }
    return false;
  }

  @Test
  void equalDivisionsAreExact() {
    assertThat(rates(new double[] {125e6, 2.25e9, 125e6}, new int[] {0, 1, 2})[0])
        .isCloseTo(125e6, within(0.0));
  }
}
