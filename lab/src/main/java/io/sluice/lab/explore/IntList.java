package io.sluice.lab.explore;

import java.util.Arrays;

/** A growing array of ints. */
final class IntList {

  private static final int[] NONE = {};
  private static final int FIRST = 4;

  private int[] items = NONE;
  private int size;

  void clear() {
    size = 0;
  }

  void add(int item) {
    if (size == items.length) {
      items = Arrays.copyOf(items, Math.max(FIRST, 2 * size));
    }
    items[size++] = item;
  }

  void truncate(int length) {
    size = length;
  }

  int removeLast() {
    return items[--size];
  }

  int size() {
    return size;
  }

  int get(int index) {
    return items[index];
  }

  void set(int index, int item) {
    items[index] = item;
  }

  /** The items themselves, valid up to the size and until the next addition. */
  int[] array() {
    return items;
  }
}
