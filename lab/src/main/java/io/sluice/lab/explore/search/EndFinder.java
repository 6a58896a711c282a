package io.sluice.lab.explore.search;

import io.sluice.lab.explore.table.Frontier;
import io.sluice.lab.explore.table.IntList;
import io.sluice.lab.explore.table.LongIntMap;
import io.sluice.lab.explore.world.Client;
import io.sluice.lab.explore.world.Cursor;

/**
 * Shows that a run can still end from a world, by walking to an end. It remembers the worlds that
 * it has passed, so no world is passed twice. Once it has failed to find an end, its answers no
 * longer count.
 */
final class EndFinder<S, M> {

  /** Step limit; beyond it the walk is cycling or too long. */
  private static final int MOST_STEPS = 10_000;

  private static final long BYTES_A_WORLD = 48;

  /** Worlds it remembers at most. It then begins again: that costs time, but no answer changes. */
  private static final int MOST_PASSED = 1 << 22;

  private final Cursor<S, M> cursor;
  private final IntList moves = new IntList();

  /** The worlds passed, and on which walk. */
  private LongIntMap passed = new LongIntMap();

  private int walks;

  /**
   * @param cursor the cursor that walks
   */
  EndFinder(Cursor<S, M> cursor) {
    this.cursor = cursor;
  }

  /** Whether every request is served on some way from a world; false if that cannot be told. */
  boolean reaches(Frontier worlds, int index) {
    cursor.load(worlds, index);
    walks++;
    if (passed.size() > MOST_PASSED) {
      passed = new LongIntMap();
    }
    for (int way = 0; way < MOST_STEPS; way++) {
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

  /** Messages are listed last; taking them first leads to an end soonest. */
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
