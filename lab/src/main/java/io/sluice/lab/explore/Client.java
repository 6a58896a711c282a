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
 * @param grant its latest grant
 * @param overtaken how often each process got in first during this wait, where that is counted
 * @param timers the timers that are running
 * @param draws the draws that have not been answered
 * @param told the crashed processes it has been told of
 * @param astray what the protocol did to this client that no protocol may do; empty if nothing
 */
record Client(
    Phase phase,
    Membership membership,
    int left,
    Claim claim,
    Grant grant,
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

  /** How far a process has come into the cluster, and out of it. */
  sealed interface Membership {
    /** Not told to join yet. */
    record Outside() implements Membership {}

    /** Told to join. */
    record Joining(@Node int introducer) implements Membership {}

    /** One of those who ask. */
    record Inside() implements Membership {}

    /** Told to leave the cluster. */
    record Leaving() implements Membership {}

    /** Out again. */
    record Departed() implements Membership {}

    Membership OUTSIDE = new Outside();
    Membership MEMBER = new Inside();
    Membership LEAVING = new Leaving();
    Membership DEPARTED = new Departed();
  }

  /**
   * A permission to enter.
   *
   * @param fence its fencing number, where these are followed
   * @param room the room, where fencing numbers are followed
   */
  record Grant(int unit, long fence, String room) {
    static final Grant NEVER = new Grant(Claim.ONLY_UNIT, 0, Claim.ALONE);

    /** Whether it must have another fencing number than a competitor's grant. */
    boolean conflictsWith(Grant other) {
      return unit == other.unit && (room.equals(Claim.ALONE) || !room.equals(other.room));
    }

    private Grant of(Claim claim) {
      return fence == 0 ? this : new Grant(unit, fence, claim.room());
    }
  }

  /** A draw that the protocol asked for. */
  record Draw(String name, int bound) {}

  /** A competitor that got in first, and how often. */
  record Overtaken(@Node int by, int times) {}

  static Client first(int entries, Membership membership) {
    return new Client(
        Phase.IDLE,
        membership,
        entries,
        Claim.EXCLUSIVE,
        Grant.NEVER,
        List.of(),
        List.of(),
        List.of(),
        NodeSet.EMPTY,
        "");
  }

  boolean mayAsk() {
    return phase == Phase.IDLE && isMember() && left != 0;
  }

  /** Whether it has come in and has not been told to leave. */
  boolean isMember() {
    return membership.equals(Membership.MEMBER);
  }

  /** Whether it has nothing to do with the cluster, not yet or no longer. */
  boolean isStranger() {
    return membership.equals(Membership.OUTSIDE) || membership.equals(Membership.DEPARTED);
  }

  /** Whether it was told to join or to leave the cluster, and that has not come about. */
  boolean isInTransition() {
    return phase != Phase.CRASHED
        && switch (membership) {
          // Who knows nobody else than the dead will be told of somebody alive.
          case Membership.Joining(int introducer) -> !told.contains(introducer);
          case Membership.Leaving() -> true;
          default -> false;
        };
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
    boolean served =
        phase == Phase.IDLE
            && !isInTransition()
            && (!isMember() || left == 0 || left == Scope.UNBOUNDED);
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
    return new Client(
        Phase.WAITING, membership, still, wanted, grant, overtaken, timers, draws, told, astray);
  }

  Client entering(Grant given) {
    if (phase != Phase.WAITING) {
      return gone("was let in without having asked");
    }
    if (claim.unit() != Claim.ANY_UNIT && claim.unit() != given.unit) {
      return gone("was given resource %d, not %d".formatted(given.unit, claim.unit()));
    }
    return new Client(
        Phase.INSIDE,
        membership,
        left,
        claim.toUnit(given.unit),
        given.of(claim),
        List.of(),
        timers,
        draws,
        told,
        astray);
  }

  /** It leaves what it was let into, or gives up waiting. */
  Client leaving() {
    return new Client(
        Phase.IDLE,
        membership,
        left,
        Claim.EXCLUSIVE,
        grant,
        List.of(),
        timers,
        draws,
        told,
        astray);
  }

  private Client with(Membership other) {
    return new Client(phase, other, left, claim, grant, overtaken, timers, draws, told, astray);
  }

  Client toldToJoin(int introducer) {
    return with(new Membership.Joining(introducer));
  }

  Client joined() {
    return membership instanceof Membership.Joining
        ? with(Membership.MEMBER)
        : gone("joined without having been told to");
  }

  /** Told to leave the cluster: gives up what it waits for, but not what it is let into. */
  Client toldToLeave() {
    return (phase == Phase.WAITING ? leaving() : this).with(Membership.LEAVING);
  }

  Client departed() {
    if (!membership.equals(Membership.LEAVING)) {
      return gone("departed without having been told to leave");
    }
    return phase == Phase.INSIDE ? gone("departed while inside") : with(Membership.DEPARTED);
  }

  /** A crashed client remembers nothing, so that worlds which differ only in that are one. */
  Client crashing() {
    return new Client(
        Phase.CRASHED,
        Membership.DEPARTED,
        0,
        Claim.EXCLUSIVE,
        grant,
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
    return new Client(
        phase, membership, left, claim, grant, List.copyOf(counts), timers, draws, told, astray);
  }

  Client toldOf(int peer) {
    return new Client(
        phase, membership, left, claim, grant, overtaken, timers, draws, told.plus(peer), astray);
  }

  Client withTimers(List<String> running) {
    return new Client(
        phase, membership, left, claim, grant, overtaken, running, draws, told, astray);
  }

  Client withDraws(List<Draw> open) {
    return new Client(phase, membership, left, claim, grant, overtaken, timers, open, told, astray);
  }

  Client gone(String how) {
    return new Client(phase, membership, left, claim, grant, overtaken, timers, draws, told, how);
  }
}
