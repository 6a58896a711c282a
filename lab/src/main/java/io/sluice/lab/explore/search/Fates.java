package io.sluice.lab.explore.search;

import java.util.BitSet;
import java.util.function.LongToIntFunction;

/**
 * What can follow from each world of a scope. Worlds are given by the fingerprints of their
 * canonical forms; all come from one dictionary.
 */
public final class Fates {

  /** What can follow from a world. */
  public enum Fate {
    /** No error can follow any more. */
    SAFE,
    /** An error can follow, and can be avoided. */
    OPEN,
    /** Without a fault that changes it, an error follows whatever happens. */
    DOOMED,
    /** Here is the error. */
    TROUBLE,
    /** The world was not searched: it lies behind an error. */
    UNKNOWN
  }

  /** The distance of a world from which no error can follow. */
  public static final int NEVER = BackwardWays.UNREACHED;

  private final LongToIntFunction number;
  private final int[] distances;
  private final BitSet hopeful;
  private final boolean loop;
  private final long worlds;
  private final double seconds;

  /**
   * @param number the number of the world with a fingerprint, or -1
   * @param distances for each world the fewest moves that lead to an error
   * @param hopeful the worlds from which every process can still be served
   */
  Fates(
      LongToIntFunction number,
      int[] distances,
      BitSet hopeful,
      boolean loop,
      long worlds,
      double seconds) {
    this.number = number;
    this.distances = distances;
    this.hopeful = hopeful;
    this.loop = loop;
    this.worlds = worlds;
    this.seconds = seconds;
  }

  public Fate of(long fingerprint) {
    int world = number.applyAsInt(fingerprint);
    if (world < 0) {
      return Fate.UNKNOWN;
    }
    if (distances[world] == 0) {
      return Fate.TROUBLE;
    }
    if (!hopeful.get(world)) {
      return Fate.DOOMED;
    }
    return distances[world] == NEVER ? Fate.SAFE : Fate.OPEN;
  }

  /** The fewest moves that lead from a world to an error, or {@link #NEVER}. */
  public int distance(long fingerprint) {
    int world = number.applyAsInt(fingerprint);
    return world < 0 ? NEVER : distances[world];
  }

  /** Whether the error is a run without end in which a process waits forever. */
  public boolean isLoop() {
    return loop;
  }

  /** How many worlds the scope has. */
  public long worlds() {
    return worlds;
  }

  /** How long the search took. */
  public double seconds() {
    return seconds;
  }
}
