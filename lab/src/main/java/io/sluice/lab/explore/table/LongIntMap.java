package io.sluice.lab.explore.table;

import java.util.Arrays;

/** A map from non-negative longs to ints: open addressing, for the tables that steps look up. */
public final class LongIntMap {

  public static final int ABSENT = -1;

  private static final long FREE = -1;

  private long[] keys = new long[64];
  private int[] values = new int[64];
  private int size;

  public LongIntMap() {
    Arrays.fill(keys, FREE);
  }

  public int size() {
    return size;
  }

  public int get(long key) {
    long[] table = keys;
    int mask = table.length - 1;
    for (int at = home(key) & mask; ; at = (at + 1) & mask) {
      long found = table[at];
      if (found == key) {
        return values[at];
      }
      if (found == FREE) {
        return ABSENT;
      }
    }
  }

  /** Adds a key that is not there yet. */
  public void add(long key, int value) {
    if (2 * ++size > keys.length) {
      grow();
    }
    insert(key, value);
  }

  private void insert(long key, int value) {
    int mask = keys.length - 1;
    int at = home(key) & mask;
    while (keys[at] != FREE) {
      at = (at + 1) & mask;
    }
    keys[at] = key;
    values[at] = value;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldValues = values;
    keys = new long[2 * oldKeys.length];
    values = new int[2 * oldKeys.length];
    Arrays.fill(keys, FREE);
    for (int at = 0; at < oldKeys.length; at++) {
      if (oldKeys[at] != FREE) {
        insert(oldKeys[at], oldValues[at]);
      }
    }
  }

  private static int home(long key) {
    long mixed = key * 0x9e3779b97f4a7c15L;
    return (int) (mixed >>> 32);
  }
}
