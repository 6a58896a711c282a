package io.sluice.lab.explore;

import io.sluice.protocol.Claim;
import io.sluice.protocol.Node;
import io.sluice.protocol.NodeSet;
import java.util.ArrayList;
import java.util.List;

/**
 * The application at one process, and all else that the surroundings remember of that process. It
 * judges the protocol from outside.
 *
 * @param left how often it will still ask, or {@link Scope#UNBOUNDED}
 * @param claim what it waits for or holds
 * @param fence the fencing number of its latest grant, where these are followed
 * @param overtaken how often each process got in first during this wait, where that is counted
 * @param timers the timers that are running
 * @param draws the draws that have not been answered
 * @param told the crashed processes it has been told of
 * @param astray what the protocol did to this client that no protocol may do; empty if nothing
 */
record Client(
    Phase phase,
    int left,
    Claim claim,
    long fence,
    List<Overtaken> overtaken,
    List<String> timers,
    List<Draw> draws,
    NodeSet told,
    String astray) {

  enum Phase {
    IDLE,
    WAITING,
    INSIDE,
    CRASHED
  }

  /** A draw that the protocol asked for. */
  record Draw(String name, int bound) {}

  /** A competitor that got in first, and how often. */
  record Overtaken(@Node int by, int times) {}

  static Client first(int entries) {
    return new Client(
        Phase.IDLE,
        entries,
        Claim.EXCLUSIVE,
        0,
        List.of(),
        List.of(),
        List.of(),
        NodeSet.EMPTY,
        "");
  }

  boolean mayAsk() {
    return phase == Phase.IDLE && left != 0;
  }

  /** The bits of {@link #outlook}. */
  static final int KNOWN = 1;

  static final int MAY_ASK = 2;
  static final int MAY_LEAVE = 4;
  static final int CRASHED = 8;

  /** Timers are running, or draws are open. */
  static final int EXPECTS_MORE = 16;

  /** Nothing is owed to it any more. */
  static final int SERVED = 32;

  /** Something was done to it that no protocol may do. */
  static final int ASTRAY = 64;

  /** What may be expected of this client, in bits that are quick to test. */
  int outlook() {
    boolean served = phase == Phase.IDLE && (left == 0 || left == Scope.UNBOUNDED);
    return KNOWN
        | (mayAsk() ? MAY_ASK : 0)
        | (phase == Phase.INSIDE ? MAY_LEAVE : 0)
        | (phase == Phase.CRASHED ? CRASHED : 0)
        | (timers.isEmpty() && draws.isEmpty() ? 0 : EXPECTS_MORE)
        | (served || phase == Phase.CRASHED ? SERVED : 0)
        | (astray.isEmpty() ? 0 : ASTRAY);
  }

  Client asking(Claim wanted) {
    int still = left == Scope.UNBOUNDED ? left : left - 1;
    return new Client(Phase.WAITING, still, wanted, fence, overtaken, timers, draws, told, astray);
  }

  Client entering(long number) {
    if (phase != Phase.WAITING) {
      return gone("was let in without having asked");
    }
    return new Client(Phase.INSIDE, left, claim, number, List.of(), timers, draws, told, astray);
  }

  Client leaving() {
    return new Client(
        Phase.IDLE, left, Claim.EXCLUSIVE, fence, overtaken, timers, draws, told, astray);
  }

  /** A crashed client remembers nothing, so that worlds which differ only in that are one. */
  Client crashing() {
    return new Client(
        Phase.CRASHED,
        0,
        Claim.EXCLUSIVE,
        fence,
        List.of(),
        List.of(),
        List.of(),
        NodeSet.EMPTY,
        "");
  }

  Client overtakenBy(int competitor) {
    var counts = new ArrayList<Overtaken>();
    int times = 1;
    for (var count : overtaken) {
      if (count.by == competitor) {
        times += count.times;
      } else {
        counts.add(count);
      }
    }
    counts.add(new Overtaken(competitor, times));
    counts.sort((one, other) -> Integer.compare(one.by, other.by));
    return new Client(phase, left, claim, fence, List.copyOf(counts), timers, draws, told, astray);
  }

  Client toldOf(int peer) {
    return new Client(phase, left, claim, fence, overtaken, timers, draws, told.plus(peer), astray);
  }

  Client withTimers(List<String> running) {
    return new Client(phase, left, claim, fence, overtaken, running, draws, told, astray);
  }

  Client withDraws(List<Draw> open) {
    return new Client(phase, left, claim, fence, overtaken, timers, open, told, astray);
  }

  Client gone(String how) {
    return new Client(phase, left, claim, fence, overtaken, timers, draws, told, how);
  }
}
