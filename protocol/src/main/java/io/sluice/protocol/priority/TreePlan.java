package io.sluice.protocol.priority;

import io.sluice.protocol.Tree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which participant gets which place in a balanced tree: the paper's advice to put high priorities
 * near the root, and among equals those that ask most often.
 *
 * @param arity how many children a participant has at most
 * @param order the participants in the order of their places: the first is the root, the next ones
 *     its children, and so on, level by level
 */
public record TreePlan(int arity, List<Integer> order) {

  /**
   * What decides on a participant's place.
   *
   * @param priority smaller is more urgent
   * @param rate how often it asks, in any unit
   */
  public record Candidate(int priority, double rate) {}

  public TreePlan {
    order = List.copyOf(order);
    if (order.isEmpty() || arity < 1) {
      throw new IllegalArgumentException(
          "a tree has at least one participant and room for one child each, not %d and %d"
              .formatted(order.size(), arity));
    }
    if (!order.stream()
        .sorted()
        .toList()
        .equals(IntStream.range(0, order.size()).boxed().toList())) {
      throw new IllegalArgumentException(
          "each participant must have exactly one place, not " + order);
    }
  }

  /** The balanced tree of these participants, which are numbered in the order of the list. */
  public static TreePlan balanced(int arity, List<Candidate> participants) {
    var byUrgency =
        Comparator.<Integer>comparingInt(p -> participants.get(p).priority())
            .thenComparing(
                Comparator.<Integer>comparingDouble(p -> participants.get(p).rate()).reversed())
            .thenComparing(Comparator.naturalOrder());
    return new TreePlan(
        arity, IntStream.range(0, participants.size()).boxed().sorted(byUrgency).toList());
  }

  /** The tree in which processes are numbered by their places. */
  public SpanningTree tree() {
    return new SpanningTree.Complete(arity);
  }

  /** For each participant its place, which is its number as a process of {@link #tree}. */
  public List<Integer> places() {
    var places = new ArrayList<>(Collections.nCopies(order.size(), 0));
    for (int place = 0; place < order.size(); place++) {
      places.set(order.get(place), place);
    }
    return List.copyOf(places);
  }

  /** The parent of the participant at a place, as a participant; empty for the root. */
  public Optional<Integer> parentAt(int place) {
    return place == Tree.ROOT ? Optional.empty() : Optional.of(order.get(tree().parent(place)));
  }

  /** How many messages in sequence the deepest participant is from the root. */
  public int depth() {
    return tree().depth(order.size() - 1);
  }
}
