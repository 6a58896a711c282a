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

  /** From here on nobody may count on it that such a thing happens. */
  static final int CRASH = 6;

  static final int LOSE = 7;
  static final int DUPLICATE = 8;
  static final int JOIN = 9;
  static final int DEPART = 10;
  static final int WITHDRAW = 11;
  static final int ORDER = 12;

  private static final int CHOICE_BITS = 10;

  /** Enough for the channels between {@link Scope#MOST_NODES} processes. */
  private static final int PLACE_BITS = 10;

  private static final int KIND_BITS = 4;

  /** How many bits a move has. */
  static final int BITS = 1 + KIND_BITS + PLACE_BITS + CHOICE_BITS;

  /** Taken with all times pulled apart: see {@link io.sluice.protocol.Algorithm.Clocks#APART}. */
  private static final int WIDE = 1 << (BITS - 1);

  private Move() {}

  static int of(int kind, int place, int choice) {
    if (choice >= 1 << CHOICE_BITS) {
      throw new IllegalStateException("more than 1,024 alternatives of one kind at one place");
    }
    return kind << (PLACE_BITS + CHOICE_BITS) | place << CHOICE_BITS | choice;
  }

  static int kind(int move) {
    return move >>> (PLACE_BITS + CHOICE_BITS) & ((1 << KIND_BITS) - 1);
  }

  /** The process, or the channel for moves of messages. */
  static int place(int move) {
    return move >>> CHOICE_BITS & ((1 << PLACE_BITS) - 1);
  }

  static int choice(int move) {
    return move & ((1 << CHOICE_BITS) - 1);
  }

  static int wide(int move) {
    return move | WIDE;
  }

  static boolean isWide(int move) {
    return (move & WIDE) != 0;
  }

  /** Whether nobody may count on it: a fault, or what somebody may choose to do or not. */
  static boolean isOptional(int move) {
    return kind(move) >= CRASH;
  }
}
