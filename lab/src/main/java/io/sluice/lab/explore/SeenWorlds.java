package io.sluice.lab.explore;

import java.util.Arrays;

/**
 * The worlds of all levels so far, by their spread fingerprints and nothing else: open addressing
 * in segments that grow by half, each by itself. So a world takes 11 to 16 bytes, and hardly more
 * for a moment while a segment grows.
 *
 * <p>The places of keys go up with the keys. Whoever adds them in order goes through memory in
 * order; and workers that add to different segments do not meet.
 */
final class SeenWorlds {

  static final int SEGMENT_BITS = 8;
  static final int SEGMENTS = 1 << SEGMENT_BITS;

  /** What a world takes up at most. */
  static final int MOST_BYTES = 16;

  private static final int FIRST_CAPACITY = 32;

  private final long[][] segments = new long[SEGMENTS][FIRST_CAPACITY];
  private final int[] sizes = new int[SEGMENTS];

  static int segment(long key) {
    return (int) (key >>> (Long.SIZE - SEGMENT_BITS));
  }

  /**
   * Adds a world.
   *
   * @return false if it was there
   */
  boolean add(long key) {
    int segment = segment(key);
    if (sizes[segment] >= segments[segment].length / 4 * 3) {
      grow(segment);
    }
    long[] table = segments[segment];
    int at = place(key, table);
    if (table[at] == key) {
      return false;
    }
    table[at] = key;
    sizes[segment]++;
    return true;
  }

  /** Whether a world is there. */
  boolean has(long key) {
    long[] table = segments[segment(key)];
    return table[place(key, table)] == key;
  }

  /** Reads the place of a key, so that it is at hand from then on. */
  long touch(long key) {
    long[] table = segments[segment(key)];
    return table[home(key, table)];
  }

  private static int home(long key, long[] table) {
    return (int) Math.unsignedMultiplyHigh(key << SEGMENT_BITS, table.length);
  }

  private static int place(long key, long[] table) {
    int at = home(key, table);
    for (long found; (found = table[at]) != 0 && found != key; ) {
      at = at + 1 == table.length ? 0 : at + 1;
    }
    return at;
  }

  private void grow(int segment) {
    long[] old = segments[segment];
    long[] larger = new long[old.length / 2 * 3];
    for (long key : old) {
      if (key != 0) {
        larger[place(key, larger)] = key;
      }
    }
    segments[segment] = larger;
  }

  long bytes() {
    return 8 * Arrays.stream(segments).mapToLong(segment -> segment.length).sum();
  }
}
