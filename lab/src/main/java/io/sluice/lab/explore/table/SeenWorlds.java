package io.sluice.lab.explore.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The worlds of all levels so far, by their spread fingerprints and nothing else: open addressing
 * in segments, each of which grows by itself. The segment tells the first byte of a fingerprint, so
 * seven are kept. Once there are many, a world takes 8 to 10 bytes, and hardly more for a moment
 * while a segment grows.
 *
 * <p>The places of keys go up with the keys. A worker that adds them in order goes through memory
 * in order; and workers that add to different segments do not meet.
 */
public final class SeenWorlds {

  static final int SEGMENT_BITS = 8;
  static final int SEGMENTS = 1 << SEGMENT_BITS;

  /** What a world takes up at most. */
  public static final int MOST_BYTES = 14;

  private static final int FIRST_CAPACITY = 40;

  /** Below it time matters more than room. */
  private static final int LARGE = 1 << 16;

  /** No segment gets that much more than its share. */
  private static final double MANY_DEVIATIONS = 6;

  private static final int KEPT_BYTES = 7;
  private static final long KEPT = -1L >>> SEGMENT_BITS;
  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[][] segments = new byte[SEGMENTS][];
  private final int[] sizes = new int[SEGMENTS];

  public SeenWorlds() {
    Arrays.setAll(segments, _ -> table(FIRST_CAPACITY));
  }

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
    int capacity = capacity(segments[segment]);
    if (sizes[segment] >= most(capacity)) {
      grow(segment, larger(capacity));
    }
    boolean added = add(kept(key), segments[segment]);
    sizes[segment] += added ? 1 : 0;
    return added;
  }

  /**
   * Makes room in one of several parts for its share of some worlds. To be called before many
   * worlds are added in order: otherwise the places of the least keys fill up before the whole
   * segment is full enough to grow, and each world is looked for along thousands of places.
   */
  public void reserve(long worlds, int part, int parts) {
    double share = (double) worlds / SEGMENTS;
    double most = share + MANY_DEVIATIONS * Math.sqrt(share);
    for (int segment = SEGMENTS * part / parts;
        segment < SEGMENTS * (part + 1) / parts;
        segment++) {
      int before = capacity(segments[segment]);
      int capacity = before;
      while (sizes[segment] + most > most(capacity)) {
        capacity = larger(capacity);
      }
      if (capacity > before) {
        grow(segment, capacity);
      }
    }
  }

  /** How many worlds a table of some capacity takes. */
  private static int most(int capacity) {
    return capacity - capacity / (capacity < LARGE ? 4 : 6);
  }

  private static int larger(int capacity) {
    return capacity + capacity / (capacity < LARGE ? 2 : 8);
  }

  /**
   * Adds a world again that was there before, if it belongs to one of several parts: workers that
   * add different parts do not meet.
   */
  public void restore(long key, int part, int parts) {
    int segment = segment(key);
    if (segment >= SEGMENTS * part / parts && segment < SEGMENTS * (part + 1) / parts) {
      add(key);
    }
  }

  /** Whether a world is there. */
  public boolean has(long key) {
    byte[] table = segments[segment(key)];
    long kept = kept(key);
    return get(table, place(kept, table)) == kept;
  }

  /** Reads the place of a key, so that it is at hand from then on. */
  public long touch(long key) {
    byte[] table = segments[segment(key)];
    return get(table, home(kept(key), capacity(table)));
  }

  /** What is kept of a key: not 0, which stands for nothing. */
  private static long kept(long key) {
    return Math.max(1, key & KEPT);
  }

  /** Eight bytes are read at a time, also at the last place. */
  private static byte[] table(int capacity) {
    return new byte[capacity * KEPT_BYTES + 1];
  }

  private static int capacity(byte[] table) {
    return table.length / KEPT_BYTES;
  }

  private static long get(byte[] table, int at) {
    return (long) EIGHT_BYTES.get(table, at * KEPT_BYTES) & KEPT;
  }

  private static boolean add(long kept, byte[] table) {
    int at = place(kept, table);
    long there = (long) EIGHT_BYTES.get(table, at * KEPT_BYTES);
    EIGHT_BYTES.set(table, at * KEPT_BYTES, there | kept);
    return (there & KEPT) == 0;
  }

  private static int home(long kept, int capacity) {
    return (int) Math.unsignedMultiplyHigh(kept << SEGMENT_BITS, capacity);
  }

  private static int place(long kept, byte[] table) {
    int capacity = capacity(table);
    int at = home(kept, capacity);
    for (long found; (found = get(table, at)) != 0 && found != kept; ) {
      at = at + 1 == capacity ? 0 : at + 1;
    }
    return at;
  }

  private void grow(int segment, int newCapacity) {
    byte[] old = segments[segment];
    int capacity = capacity(old);
    byte[] larger = table(newCapacity);
    for (int at = 0; at < capacity; at++) {
      long kept = get(old, at);
      if (kept != 0) {
        add(kept, larger);
      }
    }
    segments[segment] = larger;
  }

  public long bytes() {
    return Arrays.stream(segments).mapToLong(segment -> segment.length).sum();
  }
}
