package io.sluice.protocol.mobile;

import io.sluice.protocol.Node;
import io.sluice.protocol.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A place in the tree, with those who stand around it.
 *
 * <p>Places are numbered level by level as in {@link Tree}, and those from 0 to {@code size - 1}
 * are taken; so the tree has the least height that its arity allows, whoever comes and goes.
 * Processes change places; a place itself never moves.
 *
 * @param parent who stands above; nobody above the root
 * @param children who stands below, from left to right
 * @param size how many places are taken; only the root knows, and 0 stands elsewhere
 */
public record Place(
    int number, Optional<@Node Integer> parent, List<@Node Integer> children, int size) {

  public Place {
    children = List.copyOf(children);
  }

  boolean isRoot() {
    return number == Tree.ROOT;
  }

  /** Those who stand around this place. */
  List<Integer> neighbours() {
    return Stream.concat(parent.stream(), children.stream()).toList();
  }

  /** This place after the one above has been given to another process. */
  Place withParent(int successor) {
    return new Place(number, Optional.of(successor), children, size);
  }

  /** This place after one below has been given to another process. */
  Place replacing(int child, int successor) {
    var changed = children.stream().map(node -> node == child ? successor : node).toList();
    return new Place(number, parent, changed, size);
  }

  /** This place with another one taken below, to the right of the others. */
  Place withChild(int child) {
    var more = new ArrayList<>(children);
    more.add(child);
    return new Place(number, parent, more, size);
  }

  /** This place after the one below that was taken last has been vacated. */
  Place withoutLastChild() {
    return new Place(number, parent, children.subList(0, children.size() - 1), size);
  }

  Place withSize(int other) {
    return new Place(number, parent, children, other);
  }

  /** Whether another place is right below this one. */
  boolean isParentOf(int other, int arity) {
    return other != Tree.ROOT && (other - 1) / arity == number;
  }

  /** Who stands below this place on the way to a lower one. */
  int towards(int lower, int arity) {
    int below = lower;
    while (!isParentOf(below, arity)) {
      below = (below - 1) / arity;
    }
    return children.get(below - number * arity - 1);
  }
}
