package io.sluice.protocol;

/**
 * The complete tree over processes 0 to {@code size - 1}, filled level by level with process 0 at
 * the root: where protocols that need a tree begin, and where those with a fixed one stay.
 *
 * @param arity how many children a process has at most
 */
public record Tree(int size, int arity) {

  /** The process that has no parent. */
  public static final int ROOT = 0;

  public Tree {
    if (size < 1 || arity < 1) {
      throw new IllegalArgumentException(
          "a tree has at least one process and one child each, not %d and %d"
              .formatted(size, arity));
    }
  }

  /** The parent of a process other than the root. */
  public int parent(int node) {
    if (node == ROOT) {
      throw new IllegalArgumentException("the root has no parent");
    }
    return (node - 1) / arity;
  }

  /** The children of a process, in ascending order; none for a leaf. */
  public ProcessSet children(int node) {
    long first = Math.min((long) node * arity + 1, size);
    long end = Math.min((long) node * arity + arity + 1, size);
    return ProcessSet.range((int) first, (int) end);
  }

  /** How many moves up a process is from the root. */
  public int depth(int node) {
    int depth = 0;
    for (int up = node; up != ROOT; up = parent(up)) {
      depth++;
    }
    return depth;
  }
}
