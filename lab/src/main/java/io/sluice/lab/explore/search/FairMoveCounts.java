package io.sluice.lab.explore.search;

import io.sluice.lab.explore.table.LongIntMap;
import io.sluice.lab.explore.world.FairMove;
import java.util.Arrays;

/** In how many worlds of a component each fair move is possible, and whether it is taken. */
final class FairMoveCounts {

  private final LongIntMap places = new LongIntMap();
  private int size;
  private int worlds;

  /** By place, in how many worlds it is possible, and the latest of these. */
  private int[] possible = new int[64];

  private int[] latest = new int[64];
  private boolean[] taken = new boolean[64];

  /** Another component begins. */
  void clear() {
    worlds = 0;
    Arrays.fill(possible, 0, size, 0);
    Arrays.fill(latest, 0, size, 0);
    Arrays.fill(taken, 0, size, false);
  }

  /** Another world of the component begins. */
  void startWorld() {
    worlds++;
  }

  /**
   * Counts a move of the latest world.
   *
   * @param inside whether it leads to a world of the component
   */
  void add(int fairMove, boolean inside) {
    if (fairMove == FairMove.NONE) {
      return;
    }
    int place = place(fairMove);
    taken[place] |= inside;
    if (latest[place] != worlds) {
      latest[place] = worlds;
      possible[place]++;
    }
  }

  /** Whether each fair move is taken, or is impossible somewhere. */
  boolean areFair() {
    for (int place = 0; place < size; place++) {
      if (possible[place] == worlds && !taken[place]) {
        return false;
      }
    }
    return true;
  }

  private int place(int fairMove) {
    int known = places.get(fairMove);
    if (known == LongIntMap.ABSENT) {
      known = size++;
      places.add(fairMove, known);
      if (size > possible.length) {
        possible = Arrays.copyOf(possible, 2 * size);
        latest = Arrays.copyOf(latest, 2 * size);
        taken = Arrays.copyOf(taken, 2 * size);
      }
    }
    return known;
  }
}
