package io.sluice.lab.explore;

import java.util.Arrays;

/** A growing array of ints. */
final class IntList {

  private int[] items = new int[64];
  private int size;

  void clear() {
    size = 0;
  }

  void add(int item) {
    if (size == items.length) {
      items = Arrays.copyOf(items, 2 * size);
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
