package io.sluice.lab.explore.table;

import java.util.Arrays;

/**
 * What a batch of moves led to, as far as it falls to one owner: for each a fingerprint, where it
 * came from; and, once the owner has looked at it, the number of the world.
 *
 * <p>The producer writes the former and the owner the latter, in arrays of their own, so that two
 * cores never write to one line of memory.
 */
public final class Candidates {

  private static final int LONGS = 2;

  private long[] items = new long[LONGS * 512];
  private int[] targets = new int[512];
  private int size;
  private int read;

  public void clear() {
    size = 0;
    read = 0;
  }

  public int size() {
    return size;
  }

  /**
   * Writes one down.
   *
   * @param source the world's place in its frontier
   */
  public void add(long fingerprint, int source, int move) {
    int at = LONGS * size++;
    if (at == items.length) {
      items = Arrays.copyOf(items, 2 * at);
    }
    items[at] = fingerprint;
    items[at + 1] = (long) source << Integer.SIZE | move;
  }

  public long fingerprint(int index) {
    return items[LONGS * index];
  }

  public int source(int index) {
    return (int) (items[LONGS * index + 1] >>> Integer.SIZE);
  }

  public int move(int index) {
    return (int) items[LONGS * index + 1];
  }

  /** Makes room for as many targets as there are candidates. */
  public void expectTargets() {
    if (targets.length < size) {
      targets = new int[items.length / LONGS];
    }
  }

  public void setTarget(int index, int target) {
    targets[index] = target;
  }

  /** The target of each candidate in turn. */
  public int nextTarget() {
    return targets[read++];
  }

  public long bytes() {
    return 8L * items.length + 4L * targets.length;
  }
}
