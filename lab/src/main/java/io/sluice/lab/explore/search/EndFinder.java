package io.sluice.lab.explore.search;

import io.sluice.lab.explore.table.Frontier;
import io.sluice.lab.explore.table.IntList;
import io.sluice.lab.explore.table.LongIntMap;
import io.sluice.lab.explore.world.Client;
import io.sluice.lab.explore.world.Cursor;

/**
 * Shows that some end of a run can still be reached from a world, by going there. What is passed on
 * the way is remembered, so nothing is passed twice. Once a way has led nowhere, nothing that it
 * says counts any more.
 */
final class EndFinder<S, M> {

  /** Who has gone so far and has not arrived goes round in circles, or is in a wide country. */
  private static final int FARTHEST = 10_000;

  private static final long BYTES_A_WORLD = 48;

  private final Cursor<S, M> cursor;
  private final IntList moves = new IntList();

  /** The worlds passed, and on which walk. */
  private final LongIntMap passed = new LongIntMap();

  private int walks;

  /**
   * @param cursor with which to go
   */
  EndFinder(Cursor<S, M> cursor) {
    this.cursor = cursor;
  }

  /** Whether everybody gets served on some way from a world; false if that cannot be told. */
  boolean reaches(Frontier worlds, int index) {
    cursor.load(worlds, index);
    walks++;
    for (int way = 0; way < FARTHEST; way++) {
      moves.clear();
      boolean served = (cursor.moves(moves) & Client.SERVED) != 0;
      int move = lastBoundToHappen();
      long key = cursor.fingerprint() & Long.MAX_VALUE;
      int walk = passed.get(key);
      if (served || move < 0 || walk != LongIntMap.ABSENT) {
        return walk != walks;
      }
      passed.add(key, walks);
      cursor.apply(move);
      cursor.settle();
    }
    return false;
  }

  /** Messages are listed last: who lets them arrive first gets to an end soonest. */
  private int lastBoundToHappen() {
    for (int k = moves.size() - 1; k >= 0; k--) {
      if (cursor.isBoundToHappen(moves.get(k))) {
        return moves.get(k);
      }
    }
    return -1;
  }

  long bytes() {
    return BYTES_A_WORLD * passed.size();
  }
}
