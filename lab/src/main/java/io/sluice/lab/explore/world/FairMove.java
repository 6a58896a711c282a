package io.sluice.lab.explore.world;

/**
 * A move that a fair environment makes in the end if it stays possible, packed into an int: its
 * kind, the process or channel, and which of several.
 *
 * <ul>
 *   <li>From a FIFO channel the oldest message arrives in the end; the channel is the fair move.
 *   <li>From a channel in any order each message arrives in the end, however often others overtake
 *       it. Equal messages of a channel are one fair move, and so are messages that differ only in
 *       their logical times, since the explorer moves these.
 *   <li>A holder releases, a timer of a name runs out, a draw has an outcome (any), a process
 *       learns of a crash.
 *   <li>Requests and whatever is optional need never happen, so they are no fair moves.
 * </ul>
 */
public final class FairMove {

  /** Stands for a move that need never happen. */
  public static final int NONE = -1;

  private static final int WHICH_BITS = 18;
  private static final int PLACE_BITS = 10;

  private FairMove() {}

  static int of(int kind, int place, int which) {
    if (which >= 1 << WHICH_BITS) {
      throw new IllegalStateException(
          "more than %,d different messages or timers: too many to judge starvation"
              .formatted(1 << WHICH_BITS));
    }
    return kind << (PLACE_BITS + WHICH_BITS) | place << WHICH_BITS | which;
  }
}
