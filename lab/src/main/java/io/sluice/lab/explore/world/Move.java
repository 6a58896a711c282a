package io.sluice.lab.explore.world;

import io.sluice.lab.explore.Scope;

/**
 * One thing that can happen in a world, packed into an int: its kind, which process or channel it
 * concerns, and which of several alternatives.
 */
public final class Move {

  public static final int ACQUIRE = 0;
  public static final int RELEASE = 1;
  public static final int DELIVER = 2;
  public static final int EXPIRE = 3;
  public static final int DRAW = 4;
  public static final int EXCLUDE = 5;

  /** A process is told that time has passed; its choice is {@link #LATE} or 0. */
  public static final int TICK = 6;

  public static final int RESUME = 7;

  /** From here on the moves that may never happen, although they stay possible. */
  public static final int CRASH = 8;

  public static final int LOSE = 9;
  public static final int DUPLICATE = 10;
  public static final int JOIN = 11;
  public static final int DEPART = 12;
  public static final int WITHDRAW = 13;
  public static final int ORDER = 14;
  public static final int PAUSE = 15;

  /** The choice of a tick that comes although messages are on their way. */
  public static final int LATE = 1;

  private static final int CHOICE_BITS = 10;

  /** Enough for the channels between {@link Scope#MOST_NODES} processes. */
  private static final int PLACE_BITS = 10;

  private static final int KIND_BITS = 4;

  /** How many bits a move has. */
  private static final int BITS = 1 + KIND_BITS + PLACE_BITS + CHOICE_BITS;

  /** Taken with all times pulled apart: see {@link io.sluice.protocol.Algorithm.Clocks#APART}. */
  private static final int WIDE = 1 << (BITS - 1);

  private Move() {}

  public static int of(int kind, int place, int choice) {
    if (choice >= 1 << CHOICE_BITS) {
      throw new IllegalStateException("more than 1,024 alternatives of one kind at one place");
    }
    return kind << (PLACE_BITS + CHOICE_BITS) | place << CHOICE_BITS | choice;
  }

  public static int kind(int move) {
    return move >>> (PLACE_BITS + CHOICE_BITS) & ((1 << KIND_BITS) - 1);
  }

  /** The process, or the channel for moves of messages. */
  public static int place(int move) {
    return move >>> CHOICE_BITS & ((1 << PLACE_BITS) - 1);
  }

  public static int choice(int move) {
    return move & ((1 << CHOICE_BITS) - 1);
  }

  public static int wide(int move) {
    return move | WIDE;
  }

  static boolean isWide(int move) {
    return (move & WIDE) != 0;
  }

  /** Whether the move need never happen: a fault, or a change that an operator may make or not. */
  public static boolean isOptional(int move) {
    return kind(move) >= CRASH || (kind(move) == TICK && choice(move) == LATE);
  }
}
