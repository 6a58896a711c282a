package io.sluice.bench;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Scope;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.RicartAgrawala;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How many distinct worlds the explorer finds a second, on one core and on two, without symmetry:
 * Ricart-Agrawala with four nodes and one entry each, the scope for which figures of other checkers
 * are known.
 *
 * <p>The two alternate, so that other load affects both alike. The median and the best round are
 * printed, since a disturbance can only make a round slower.
 */
final class ExplorerBench {

  private static final int WARM_UP = 4;
  private static final int ROUNDS = 11;

  private ExplorerBench() {}

  static void run() {
    var alone = new ArrayList<Result>();
    var both = new ArrayList<Result>();
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      var one = search(1);
      var two = search(2);
      if (round >= 0) {
        alone.add(one);
        both.add(two);
      }
    }
    print("one core", alone);
    print("two cores", both);
    System.out.printf(
        Locale.ROOT,
        "two cores against one: %.2f times by the medians, %.2f by the best rounds%n",
        median(both) / median(alone),
        best(both) / best(alone));
  }

  private static Result search(int workers) {
    var scope = Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(4), 1);
    return Explorer.search(scope, Effort.full().withWorkers(workers));
  }

  private static void print(String cores, List<Result> results) {
    var result = results.getFirst();
    System.out.printf(
        Locale.ROOT,
        "explorer, %s: %,.0f worlds/s (median), %,.0f (best); %,d worlds, %,d transitions, %d bytes"
            + " a world%n",
        cores,
        median(results),
        best(results),
        result.worlds(),
        result.transitions(),
        result.bytes() / result.worlds());
  }

  private static double best(List<Result> results) {
    return results.stream().mapToDouble(ExplorerBench::rate).max().orElseThrow();
  }

  private static double median(List<Result> results) {
    double[] rates = results.stream().mapToDouble(ExplorerBench::rate).sorted().toArray();
    return rates[rates.length / 2];
  }

  private static double rate(Result result) {
    return result.worlds() / result.seconds();
  }
}
