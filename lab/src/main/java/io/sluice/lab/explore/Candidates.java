package io.sluice.lab.explore;

import java.util.Arrays;

/** What a batch of moves led to, as far as it falls to one owner. */
final class Candidates {

  private long[] fingerprints = new long[1024];
  private int[] sources = new int[1024];
  private int[] moves = new int[1024];
  private int[] logPlaces = new int[1024];
  private int size;

  void clear() {
    size = 0;
  }

  int size() {
    return size;
  }

  /**
   * @param source the world's place in its frontier
   * @param logPlace where the number of the world it led to is to be written
   */
  void add(long fingerprint, int source, int move, int logPlace) {
    if (size == sources.length) {
      int capacity = 2 * size;
      fingerprints = Arrays.copyOf(fingerprints, capacity);
      sources = Arrays.copyOf(sources, capacity);
      moves = Arrays.copyOf(moves, capacity);
      logPlaces = Arrays.copyOf(logPlaces, capacity);
    }
    fingerprints[size] = fingerprint;
    sources[size] = source;
    moves[size] = move;
    logPlaces[size++] = logPlace;
  }

  long fingerprint(int index) {
    return fingerprints[index];
  }

  int source(int index) {
    return sources[index];
  }

  int move(int index) {
    return moves[index];
  }

  int logPlace(int index) {
    return logPlaces[index];
  }

  long bytes() {
    return 20L * sources.length;
  }
}
