package io.sluice.protocol.group;

import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.group.Forks.Message;
import io.sluice.protocol.group.Forks.Message.Farewell;
import io.sluice.protocol.group.Forks.Message.Forgotten;
import io.sluice.protocol.group.Forks.Message.Gone;
import io.sluice.protocol.group.Forks.Message.Hello;
import io.sluice.protocol.group.Forks.Message.OfMembership;
import io.sluice.protocol.group.Forks.Message.Welcome;
import io.sluice.protocol.group.Forks.Phase.Inside;
import io.sluice.protocol.group.Forks.Phase.Waiting;
import io.sluice.protocol.group.Forks.State;
import io.sluice.protocol.group.Roster.MemberPhase;

/**
 * How processes join and depart from a cluster that runs {@link Forks}.
 *
 * <p>A newcomer says hello to the member it knows, and then to every member that the answers name;
 * it is a member when all have answered. A competitor that receives a hello makes the fork that the
 * two share, and keeps it, because it may be inside. Of two newcomers, the second to be greeted
 * hears of the first; if their hellos cross, the lower number keeps the fork.
 *
 * <p>A process departs only while it is not inside. It says farewell to all members, which then go
 * on without it and without the fork, as after a crash; it has departed when all have answered.
 * Even then it tells newcomers that say hello that it has departed, and which members it knows: it
 * may have been the only one they knew.
 *
 * <p>Costs 2 messages for each member, both on joining and on departing.
 */
final class ForksMembership {

  /** Each exclusion lifts the fencing numbers over all that the crashed process can have used. */
  private static final int GAP_BITS = 32;

  private final int self;
  private final ProcessSet rivals;
  private final Forks forks;

  /**
   * @param rivals all with which the process competes, members or not
   */
  ForksMembership(int self, ProcessSet rivals, Forks forks) {
    this.self = self;
    this.rivals = rivals;
    this.forks = forks;
  }

  State on(State s, int from, OfMembership message, Outbox<Message> out) {
    return switch (message) {
      case Hello() -> onHello(s, from, out);
      case Welcome(var members, var clock, var fence) ->
          onAnswer(met(s.hearing(clock).fencedBy(fence), from), from, members, out);
      case Gone(var members, var fence) -> onAnswer(s.fencedBy(fence), from, members, out);
      case Farewell(var fence) -> {
        out.send(from, new Forgotten());
        yield forget(s.fencedBy(fence).with(s.roster().minus(from)), from, out);
      }
      case Forgotten() ->
          departIfDone(s.with(s.roster().awaiting(s.roster().awaited().minus(from))), out);
    };
  }

  State join(State s, int introducer, Outbox<Message> out) {
    out.send(introducer, new Hello());
    return s.with(
        new Roster(
            MemberPhase.JOINING,
            ProcessSet.of(self),
            ProcessSet.of(introducer),
            s.roster().excluded()));
  }

  /**
   * A process that has departed, or is about to, remembers the senders it hears from, to name them
   * to newcomers.
   */
  private State onHello(State s, int from, Outbox<Message> out) {
    var roster = s.roster();
    var known = s.with(roster.plus(from));
    return switch (roster.phase()) {
      case DEPARTING, DEPARTED -> {
        out.send(from, new Gone(roster.members().minus(self).minus(from), s.fence()));
        yield known;
      }
      default -> {
        out.send(from, new Welcome(roster.members().minus(from), s.clock(), s.fence()));
        boolean crossed = roster.awaited().contains(from);
        yield rivals.contains(from)
            ? known.meeting(ProcessSet.of(from), !crossed || self < from)
            : known;
      }
    };
  }

  private State met(State s, int member) {
    if (s.roster().members().contains(member)) {
      return s;
    }
    var known = s.with(s.roster().plus(member));
    return rivals.contains(member) ? known.meeting(ProcessSet.of(member), false) : known;
  }

  private State onAnswer(State s, int from, ProcessSet members, Outbox<Message> out) {
    var roster = s.roster();
    var unheardOf =
        members.minus(roster.members()).minus(roster.awaited()).minus(roster.excluded());
    out.send(unheardOf, new Hello());
    return joinIfDone(s.with(roster.awaiting(roster.awaited().plus(unheardOf).minus(from))), out);
  }

  private State joinIfDone(State s, Outbox<Message> out) {
    var roster = s.roster();
    if (roster.phase() != MemberPhase.JOINING || !roster.awaited().isEmpty()) {
      return s;
    }
    out.joined();
    return s.with(roster.with(MemberPhase.MEMBER));
  }

  /** Told to depart: withdraws first, or waits for the release. */
  State onDepart(State s, Outbox<Message> out) {
    return switch (s.phase()) {
      case Inside() -> s.with(s.roster().with(MemberPhase.PARTING));
      case Waiting _ -> depart(Forks.withdraw(s, out), out);
      default -> depart(s, out);
    };
  }

  State afterRelease(State s, Outbox<Message> out) {
    return s.roster().phase() == MemberPhase.PARTING ? depart(s, out) : s;
  }

  private State depart(State s, Outbox<Message> out) {
    var others = s.roster().members().minus(self);
    out.send(others, new Farewell(s.fence()));
    var roster = s.roster().with(MemberPhase.DEPARTING).awaiting(others);
    var alone =
        new State(
            s.clock(),
            s.fence(),
            s.phase(),
            ProcessSet.EMPTY,
            ProcessSet.EMPTY,
            ProcessSet.EMPTY,
            roster);
    return departIfDone(alone, out);
  }

  private static State departIfDone(State s, Outbox<Message> out) {
    var roster = s.roster();
    if (roster.phase() != MemberPhase.DEPARTING || !roster.awaited().isEmpty()) {
      return s;
    }
    out.departed();
    return s.with(roster.with(MemberPhase.DEPARTED));
  }

  /**
   * The view has excluded a peer. A newcomer that knew no other member must be introduced again.
   */
  State exclude(State s, int peer, Outbox<Message> out) {
    long lifted = ((s.fence() >> GAP_BITS) + 1) << GAP_BITS;
    var rest = forget(s.fencedBy(lifted).with(s.roster().excluding(peer)), peer, out);
    var roster = rest.roster();
    boolean friendless =
        roster.phase() == MemberPhase.JOINING
            && roster.awaited().isEmpty()
            && roster.members().equals(ProcessSet.of(self));
    return friendless
        ? rest.with(roster.with(MemberPhase.OUTSIDE))
        : joinIfDone(departIfDone(rest, out), out);
  }

  private State forget(State s, int peer, Outbox<Message> out) {
    return s.competitors().contains(peer) ? forks.without(s, peer, out) : s;
  }
}
