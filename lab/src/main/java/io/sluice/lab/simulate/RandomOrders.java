package io.sluice.lab.simulate;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gives an order each time, of any kind of which some are left, to any process that can take it. It
 * serves one run.
 */
public final class RandomOrders<S, M> implements Director<S, M> {

  // One that a run does not use itself.
  private static final int STREAM = 100;

  private final Algorithm<S, M> algorithm;
  private final Map<String, Integer> left;
  private final Chance chance;

  /**
   * @param numbers how many of each kind, by the names that the algorithm has for them
   * @throws IllegalArgumentException if the algorithm knows no such kind
   */
  public RandomOrders(Algorithm<S, M> algorithm, Map<String, Integer> numbers, long seed) {
    for (var kind : numbers.keySet()) {
      if (algorithm.orders().stream().noneMatch(known -> known.name().equals(kind))) {
        throw new IllegalArgumentException(
            algorithm.name() + " knows no order named '" + kind + "'");
      }
    }
    this.algorithm = algorithm;
    this.left = new TreeMap<>(numbers);
    this.chance = new Chance(seed, STREAM);
  }

  @Override
  public List<Command<M>> orders(long now, World<S, M> world) {
    var kinds = new ArrayList<String>();
    left.forEach(
        (kind, number) -> {
          if (number > 0) {
            kinds.add(kind);
          }
        });
    return kinds.isEmpty() ? List.of() : order(kinds.get(below(kinds.size())), world);
  }

  private List<Command<M>> order(String kind, World<S, M> world) {
    var choices =
        algorithm.orders().stream()
            .filter(known -> known.name().equals(kind))
            .findFirst()
            .orElseThrow()
            .choices();
    int size = world.layout().size();
    int start = below(size);
    for (int k = 0; k < size; k++) {
      int process = (start + k) % size;
      var possible = choices.at(world, process);
      if (!possible.isEmpty()) {
        left.merge(kind, -1, Integer::sum);
        return List.of(new Command<>(process, possible.get(below(possible.size()))));
      }
    }
    return List.of();
  }

  private int below(int bound) {
    return (int) chance.below(bound);
  }
}
