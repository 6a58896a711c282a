package io.sluice.lab.explore;

import java.util.Arrays;

/**
 * What a batch of moves led to, as far as it falls to one owner: for each a fingerprint, and where
 * it came from packed into a second long.
 */
final class Candidates {

  /** Where the worlds of a batch are counted from 0. */
  static final int SOURCE_BITS = 12;

  /** A batch has at most so many items in its log. */
  private static final int PLACE_BITS = Long.SIZE - 1 - Move.BITS - SOURCE_BITS;

  private long[] items = new long[1024];
  private int end;

  void clear() {
    end = 0;
  }

  int size() {
    return end >> 1;
  }

  /**
   * Writes one down.
   *
   * @param source the world's place in its batch
   * @param logPlace where the number of the world it led to is to be written
   */
  void add(long fingerprint, int source, int move, int logPlace) {
    if (end == items.length) {
      items = Arrays.copyOf(items, 2 * end);
    }
    items[end] = fingerprint;
    items[end + 1] = ((long) move << SOURCE_BITS | source) << PLACE_BITS | logPlace;
    end += 2;
  }

  long fingerprint(int index) {
    return items[2 * index];
  }

  int source(int index) {
    return (int) (items[2 * index + 1] >>> PLACE_BITS) & ((1 << SOURCE_BITS) - 1);
  }

  int move(int index) {
    return (int) (items[2 * index + 1] >>> (PLACE_BITS + SOURCE_BITS));
  }

  int logPlace(int index) {
    return (int) (items[2 * index + 1] & ((1L << PLACE_BITS) - 1));
  }

  long bytes() {
    return 8L * items.length;
  }
}
