package io.sluice.protocol.scaling.keyed;

import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The operators of a pipeline, with the instances that they begin with.
 *
 * @param layout the groups of the layout are the operators, those that compete are neighbours, and
 *     records go from lower operators to higher ones; the pool has the instances to be born
 * @param keyed which operators are keyed
 * @param groups into how many groups the keys of a keyed operator fall
 */
public record Operators(Layout layout, ProcessSet keyed, int groups) {

  /** The instance of an operator that never deletes itself. */
  int keeper(int operator) {
    return layout.members(operator).least();
  }

  boolean isKeyed(int operator) {
    return operator >= 0 && keyed.contains(operator);
  }

  /** Where a founder of an operator sends. */
  List<Route> routesOf(int founder) {
    var neighbours = layout.competitors(founder);
    return IntStream.range(layout.group(founder) + 1, layout.withoutPool().groups())
        .filter(operator -> neighbours.contains(keeper(operator)))
        .mapToObj(operator -> new Route(operator, layout.members(operator), foundersOwn(operator)))
        .toList();
  }

  /** At first the founders of a keyed operator have its groups in turn. */
  List<Integer> foundersOwn(int operator) {
    var founders = IntStream.builder();
    layout.members(operator).forEach(founders::add);
    int[] inOrder = founders.build().toArray();
    return IntStream.range(0, isKeyed(operator) ? groups : 0)
        .mapToObj(group -> inOrder[group % inOrder.length])
        .toList();
  }
}
