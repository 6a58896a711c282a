package io.sluice.lab.explore.table;

import java.util.Arrays;

/** A growing array of ints. */
public final class IntList {

  private static final int[] NONE = {};
  private static final int FIRST = 4;

  private int[] items = NONE;
  private int size;

  public void clear() {
    size = 0;
  }

  public void add(int item) {
    if (size == items.length) {
      items = Arrays.copyOf(items, Math.max(FIRST, 2 * size));
    }
    items[size++] = item;
  }

  public void truncate(int length) {
    size = length;
  }

  public int removeLast() {
    return items[--size];
  }

  public int size() {
    return size;
  }

  public int get(int index) {
    return items[index];
  }

  public void set(int index, int item) {
    items[index] = item;
  }

  /** The items themselves, valid up to the size and until the next addition. */
  public int[] array() {
    return items;
  }
}
