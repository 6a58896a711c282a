package io.sluice.protocol.priority;

import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Tree;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The tree that participants begin with. Process 0 is the root, and every parent has a lower number
 * than its children; so the lowest number among any participants is not a child of another of them.
 */
public sealed interface SpanningTree {

  /** A complete tree, filled level by level; it has as many participants as are needed. */
  record Complete(int arity) implements SpanningTree {
    public Complete {
      if (arity < 1) {
        throw new IllegalArgumentException("a tree needs an arity of at least 1, not " + arity);
      }
    }
  }

  /**
   * Any tree.
   *
   * @param parents the parents of process 1 and those after it
   */
  record Parents(List<Integer> parents) implements SpanningTree {
    public Parents {
      parents = List.copyOf(parents);
      for (int k = 0; k < parents.size(); k++) {
        if (parents.get(k) < 0 || parents.get(k) > k) {
          throw new IllegalArgumentException(
              "process %d needs a parent with a lower number, not %d"
                  .formatted(k + 1, parents.get(k)));
        }
      }
    }
  }

  static SpanningTree chain() {
    return new Complete(1);
  }

  static SpanningTree binary() {
    return new Complete(2);
  }

  /** Every participant is a child of the root. */
  static SpanningTree star() {
    return new Complete(Integer.MAX_VALUE);
  }

  /**
   * Checks that the tree has exactly that number of places.
   *
   * @throws IllegalArgumentException if it has not
   */
  default void check(int size) {
    if (this instanceof Parents(var parents) && parents.size() + 1 != size) {
      throw new IllegalArgumentException(
          "the tree is one of %d processes, not %d".formatted(parents.size() + 1, size));
    }
  }

  /** The parent of a process other than the root. */
  default int parent(int node) {
    return switch (this) {
      case Complete(int arity) -> new Tree(node + 1, arity).parent(node);
      case Parents(var parents) -> parents.get(node - 1);
    };
  }

  /** The children of a process among the processes below that number. */
  default ProcessSet children(int node, int size) {
    return switch (this) {
      case Complete(int arity) -> new Tree(size, arity).children(node);
      case Parents(var parents) -> {
        var children = ProcessSet.EMPTY;
        for (int child = node + 1; child < size; child++) {
          children = parents.get(child - 1) == node ? children.plus(child) : children;
        }
        yield children;
      }
    };
  }

  /** How many moves up a process is from the root; a newcomer counts as the root's child. */
  default int depth(int node) {
    if (this instanceof Parents(var parents) && node > parents.size()) {
      return 1;
    }
    int depth = 0;
    for (int up = node; up != Tree.ROOT; up = parent(up)) {
      depth++;
    }
    return depth;
  }

  /** How it is called in the name of a configuration: {@code chain}, or {@code 0,0,1}. */
  default String words() {
    return switch (this) {
      case Complete(int arity) when arity == 1 -> "chain";
      case Complete(int arity) when arity == 2 -> "binary";
      case Complete(int arity) when arity == Integer.MAX_VALUE -> "star";
      case Complete(int arity) -> arity + "-ary";
      case Parents(var parents) ->
          parents.stream().map(String::valueOf).collect(Collectors.joining(","));
    };
  }

  /**
   * Reads what {@link #words} writes.
   *
   * @throws IllegalArgumentException if it is no tree
   */
  static SpanningTree of(String words) {
    return switch (words) {
      case "chain" -> chain();
      case "binary" -> binary();
      case "star" -> star();
      default -> {
        if (words.matches("[1-9][0-9]{0,8}-ary")) {
          yield new Complete(Integer.parseInt(words.substring(0, words.length() - 4)));
        }
        if (words.matches("[0-9]{1,8}(,[0-9]{1,8})*")) {
          yield new Parents(Arrays.stream(words.split(",", -1)).map(Integer::valueOf).toList());
        }
        throw new IllegalArgumentException(
            "'%s' is no tree: write chain, star, binary, 3-ary, or the parents such as 0,0,1"
                .formatted(words));
      }
    };
  }
}
