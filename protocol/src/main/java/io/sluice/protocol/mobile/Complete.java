package io.sluice.protocol.mobile;

import io.sluice.protocol.Tree;
import io.sluice.protocol.mobile.Place.Extent;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A tree of the least height over given processes, or such a part of a tree.
 *
 * @param size how many processes
 * @param members which processes, the one at the top first
 */
record Complete(int size, Balancing balancing, IntFunction<Integer> members) {

  /**
   * The place of the process of that number.
   *
   * @param above the process above the top, if this is a subtree
   */
  Place place(int number, Optional<Integer> above) {
    int arity = balancing.arity();
    var parent =
        number == Tree.ROOT
            ? above
            : Optional.of(members.apply(new Tree(size, arity).parent(number)));
    int first = (int) Math.min((long) number * arity + 1, size);
    int end = Math.min(first + arity, size);
    var below = IntStream.range(first, end);
    var extent =
        balancing.isLazy()
            ? new Extent.Weighed(IntStream.range(first, end).mapToObj(this::below).toList())
            : new Extent.Numbered(number, number == Tree.ROOT ? size : 0);
    return new Place(parent, below.mapToObj(members).toList(), extent);
  }

  /** How large the part from a place downwards is. */
  private Size below(int number) {
    int weight = 0;
    int height = -1;
    long last = number;
    for (long first = number; first < size; first = first * balancing.arity() + 1) {
      weight += (int) (Math.min(last, size - 1) - first + 1);
      height++;
      last = (last + 1) * balancing.arity();
    }
    return new Size(height, weight);
  }
}
