package io.sluice.lab.explore;

/**
 * One thing that can happen in a world, packed into an int: its kind, which process or channel it
 * concerns, and which of several alternatives.
 */
final class Move {

  static final int ACQUIRE = 0;
  static final int RELEASE = 1;
  static final int DELIVER = 2;
  static final int EXPIRE = 3;
  static final int DRAW = 4;
  static final int EXCLUDE = 5;

  /** From here on the kinds are faults. */
  static final int CRASH = 6;

  static final int LOSE = 7;
  static final int DUPLICATE = 8;

  /** Taken with all times pulled apart: see {@link io.sluice.protocol.Algorithm.Clocks#APART}. */
  private static final int WIDE = 1 << 26;

  private static final int PLACE_BITS = 13;
  private static final int MASK = (1 << PLACE_BITS) - 1;

  private Move() {}

  static int of(int kind, int place, int choice) {
    return kind << 27 | place << PLACE_BITS | choice;
  }

  static int kind(int move) {
    return move >>> 27;
  }

  /** The process, or the channel for moves of messages. */
  static int place(int move) {
    return move >>> PLACE_BITS & MASK;
  }

  static int choice(int move) {
    return move & MASK;
  }

  static int wide(int move) {
    return move | WIDE;
  }

  static boolean isWide(int move) {
    return (move & WIDE) != 0;
  }

  static boolean isFault(int move) {
    return kind(move) >= CRASH;
  }
}
