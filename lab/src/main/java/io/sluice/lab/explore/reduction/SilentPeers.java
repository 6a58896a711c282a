package io.sluice.lab.explore.reduction;

import io.sluice.lab.explore.table.IntList;
import java.util.ArrayList;
import java.util.List;

/**
 * Which process sends nothing to which peer before it hears from it, as far as the known edges
 * show.
 */
final class SilentPeers {

  private static final long BYTES_A_LOCAL = 100;
  private static final long BYTES_AN_EDGE = 20;

  private final int n;

  /**
   * By local, where an edge to it begins, and the sender of the messages that edge takes, in turn.
   */
  private final List<IntList> comingFrom = new ArrayList<>();

  /** By local, the peers to which it may send before it hears from them, as bits. */
  private final IntList mayReach = new IntList();

  /** By local, the bits that a reduction relies upon not being in the former. */
  private final IntList reliedUpon = new IntList();

  private long edges;

  /**
   * @param n how many processes there are
   */
  SilentPeers(int n) {
    this.n = n;
  }

  /** Whether a process sends a peer nothing before it hears from it; that is relied upon then. */
  boolean isSilent(int local, int peer) {
    know(local);
    if ((mayReach.get(local) & 1 << peer) != 0) {
      return false;
    }
    reliedUpon.set(local, reliedUpon.get(local) | 1 << peer);
    return true;
  }

  /** No reduction relies upon any silence any more. */
  void forgetReliance() {
    for (int local = 0; local < reliedUpon.size(); local++) {
      reliedUpon.set(local, 0);
    }
  }

  /**
   * Concludes from a new edge which process may send to which.
   *
   * @param source the sender of the message that the edge takes, or a higher number if none
   * @param sends in turn, the receiver and the message
   * @return whether that is against what was relied upon
   */
  boolean add(int local, int source, int after, int[] sends) {
    know(Math.max(local, after));
    edges++;
    comingFrom.get(after).add(local);
    comingFrom.get(after).add(source);
    int bits = mayReach.get(after);
    for (int k = 0; k < sends.length; k += 2) {
      bits |= 1 << sends[k];
    }
    return reach(local, source, bits);
  }

  private boolean reach(int first, int firstSource, int firstBits) {
    boolean broken = false;
    var gains = new IntList();
    gains.add(first);
    gains.add(firstSource);
    gains.add(firstBits);
    while (gains.size() > 0) {
      int bits = gains.removeLast();
      int source = gains.removeLast();
      int local = gains.removeLast();
      int before = mayReach.get(local);
      int now = before | (source < n ? bits & ~(1 << source) : bits);
      if (now != before) {
        mayReach.set(local, now);
        broken |= (now & reliedUpon.get(local)) != 0;
        reliedUpon.set(local, reliedUpon.get(local) & ~now);
        var from = comingFrom.get(local);
        for (int k = 0; k < from.size(); k += 2) {
          gains.add(from.get(k));
          gains.add(from.get(k + 1));
          gains.add(now);
        }
      }
    }
    return broken;
  }

  private void know(int local) {
    while (mayReach.size() <= local) {
      comingFrom.add(new IntList());
      mayReach.add(0);
      reliedUpon.add(0);
    }
  }

  /** A careful guess of the memory that it takes. */
  long bytes() {
    return mayReach.size() * BYTES_A_LOCAL + edges * BYTES_AN_EDGE;
  }
}
