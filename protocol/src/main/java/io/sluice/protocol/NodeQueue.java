package io.sluice.protocol;

import java.util.ArrayList;
import java.util.List;

/**
 * An immutable queue of processes: who is to be served, the first one first.
 *
 * <p>It costs what its members cost, however high their numbers are.
 */
public record NodeQueue(List<@Node Integer> nodes) {

  /** The queue in which nobody waits. */
  public static final NodeQueue EMPTY = new NodeQueue(List.of());

  public NodeQueue {
    nodes = List.copyOf(nodes);
  }

  public boolean isEmpty() {
    return nodes.isEmpty();
  }

  public boolean contains(int node) {
    return nodes.contains(node);
  }

  /** Who is served next. */
  public int first() {
    return nodes.getFirst();
  }

  /** Who is served last. */
  public int last() {
    return nodes.getLast();
  }

  /** The queue after its first member has been served. */
  public NodeQueue rest() {
    return nodes.size() == 1 ? EMPTY : new NodeQueue(nodes.subList(1, nodes.size()));
  }

  /** The queue with one more member at its end. */
  public NodeQueue plus(int node) {
    var longer = new ArrayList<>(nodes);
    longer.add(node);
    return new NodeQueue(longer);
  }

  /** The queue with those of another one after its own. */
  public NodeQueue plus(NodeQueue others) {
    if (others.isEmpty()) {
      return this;
    }
    var longer = new ArrayList<>(nodes);
    longer.addAll(others.nodes);
    return new NodeQueue(longer);
  }
}
