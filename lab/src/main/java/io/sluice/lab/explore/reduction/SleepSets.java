package io.sluice.lab.explore.reduction;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.explore.world.Move;

/**
 * Which moves need not be taken from a world, since it is known that another way leads to where
 * they lead: Patrice Godefroid's sleep sets (<em>Partial-order methods for the verification of
 * concurrent systems</em>, 1996). Every world is found, only less often.
 *
 * <p>Moves of different processes commute: each takes from the head of a channel, adds to the tails
 * of others, and changes the process's own state and client. So once move a of a world was taken,
 * and then move b of another process, a sleeps in the world after b: a and then b leads there too.
 * It sleeps until its process does something else, and in a world that several ways lead to only if
 * it does on all of them.
 *
 * <p>All these ways must be known when the world's own moves are taken; they are where every move
 * leads to the next level.
 */
public final class SleepSets {

  /** The clients and channels of up to this many processes have a bit each. */
  private static final int MOST_NODES = 7;

  private final int n;
  private final boolean used;
  private final boolean oneClaimEach;
  private final long[] movesOf;

  private SleepSets(Scope<?, ?> scope, boolean used) {
    this.n = scope.layout().size();
    this.used = used;
    this.movesOf = new long[n];
    boolean single = true;
    for (int node = 0; node < n; node++) {
      single &= scope.claims().apply(node).size() <= 1;
      movesOf[node] = 1L << node;
      for (int from = 0; from < n; from++) {
        movesOf[node] |= 1L << (n + from * n + node);
      }
    }
    this.oneClaimEach = single;
  }

  /** Every move that can sleep does. */
  public static SleepSets of(Scope<?, ?> scope) {
    return new SleepSets(scope, suit(scope));
  }

  /** No move ever sleeps. */
  public static SleepSets unused(Scope<?, ?> scope) {
    return new SleepSets(scope, false);
  }

  /** Whether moves are sure to commute, so that some can sleep. */
  public static boolean suit(Scope<?, ?> scope) {
    return scope.layout().size() <= MOST_NODES
        && !scope.unbounded()
        && !scope.symmetry()
        && !scope.overtaking()
        && scope.channels() == Scope.Channels.FIFO
        && scope.faults().equals(Faults.NONE)
        && scope.churn().equals(Churn.NONE)
        && scope.orders().isEmpty()
        && scope.algorithm().horizon().isEmpty();
  }

  public boolean areUsed() {
    return used;
  }

  /** The bit of a move in the sets; 0 if it never sleeps. */
  public long bit(int move) {
    if (!used) {
      return 0;
    }
    int place = Move.place(move);
    return switch (Move.kind(move)) {
      case Move.DELIVER -> 1L << (n + place);
      case Move.RELEASE -> 1L << place;
      case Move.ACQUIRE -> oneClaimEach ? 1L << place : 0;
      default -> 0;
    };
  }

  /** What still sleeps of a set when the process has done something. */
  public long after(long sleeping, int process) {
    return used ? sleeping & ~movesOf[process] : 0;
  }
}
