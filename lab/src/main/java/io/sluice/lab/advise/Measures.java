package io.sluice.lab.advise;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The results of a choice in simulation.
 *
 * @param waiting the mean time that a participant waits, weighted by urgency, in seconds
 * @param throughput entries a second
 * @param messages messages per entry
 * @param longest the longest wait of any participant, also one cut short by the end of the run, in
 *     seconds
 * @param byPriority the mean wait of each priority, the most urgent first, in seconds
 */
public record Measures(
    double waiting, double throughput, double messages, double longest, List<Double> byPriority) {

  public Measures {
    byPriority = List.copyOf(byPriority);
  }

  /** The mean of several runs. */
  static Measures mean(List<Measures> runs) {
    int priorities = runs.getFirst().byPriority.size();
    var byPriority = new ArrayList<Double>();
    for (int k = 0; k < priorities; k++) {
      int priority = k;
      byPriority.add(mean(runs, run -> run.byPriority.get(priority)));
    }
    return new Measures(
        mean(runs, Measures::waiting),
        mean(runs, Measures::throughput),
        mean(runs, Measures::messages),
        mean(runs, Measures::longest),
        byPriority);
  }

  /** The best value of each measure over all choices. */
  static Measures best(List<Measures> all) {
    var byPriority = new ArrayList<Double>();
    for (int k = 0; k < all.getFirst().byPriority.size(); k++) {
      int priority = k;
      byPriority.add(least(all, one -> one.byPriority.get(priority)));
    }
    return new Measures(
        least(all, Measures::waiting),
        -least(all, one -> -one.throughput),
        least(all, Measures::messages),
        least(all, Measures::longest),
        byPriority);
  }

  private static double mean(List<Measures> runs, ToDoubleFunction<Measures> what) {
    return runs.stream().mapToDouble(what).average().orElseThrow();
  }

  private static double least(List<Measures> all, ToDoubleFunction<Measures> what) {
    return all.stream().mapToDouble(what).min().orElseThrow();
  }
}
