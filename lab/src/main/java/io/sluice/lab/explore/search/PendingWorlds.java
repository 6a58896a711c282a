package io.sluice.lab.explore.search;

import io.sluice.lab.explore.world.Cursor;
import java.util.Arrays;

/**
 * What some moves have led to, until it is looked up. Looking up many worlds one right after the
 * other takes little longer than looking up one: the processor fetches their places from memory all
 * at once.
 */
final class PendingWorlds {

  private static final int FIRST_CAPACITY = 64;

  private final int width;
  private int[] vectors;
  private int[] granted = new int[FIRST_CAPACITY];
  private int[] sources = new int[FIRST_CAPACITY];
  private long[] fingerprints = new long[FIRST_CAPACITY];
  private long[] keys = new long[FIRST_CAPACITY];
  private long[] awake = new long[FIRST_CAPACITY];
  private int size;

  PendingWorlds(int width) {
    this.width = width;
    this.vectors = new int[FIRST_CAPACITY * width];
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  /**
   * Adds the world under a cursor.
   *
   * @param key the spread fingerprint of its canonical form, into which it need not be brought yet
   * @param movesAwake the moves that do not sleep if it is come to this way
   * @param source a number for the world before the move
   */
  void add(Cursor<?, ?> world, long key, long movesAwake, int source) {
    if (size == keys.length) {
      grow();
    }
    System.arraycopy(world.vector(), 0, vectors, size * width, width);
    granted[size] = world.granted();
    fingerprints[size] = world.fingerprint();
    keys[size] = key;
    sources[size] = source;
    awake[size++] = movesAwake;
  }

  private void grow() {
    vectors = Arrays.copyOf(vectors, 2 * vectors.length);
    granted = Arrays.copyOf(granted, 2 * size);
    sources = Arrays.copyOf(sources, 2 * size);
    fingerprints = Arrays.copyOf(fingerprints, 2 * size);
    keys = Arrays.copyOf(keys, 2 * size);
    awake = Arrays.copyOf(awake, 2 * size);
  }

  /** The keys, valid up to the size and until the next addition. */
  long[] keys() {
    return keys;
  }

  long awake(int index) {
    return awake[index];
  }

  int source(int index) {
    return sources[index];
  }

  /** Puts a world back under a cursor. */
  void load(int index, Cursor<?, ?> world) {
    world.load(vectors, index * width, fingerprints[index], granted[index]);
  }
}
