package io.sluice.protocol.group;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Fence;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Depart;
import io.sluice.protocol.Input.Excluded;
import io.sluice.protocol.Input.Join;
import io.sluice.protocol.Input.Rare;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Input.Withdraw;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.Ticket;
import io.sluice.protocol.Time;
import io.sluice.protocol.group.Forks.Message;
import io.sluice.protocol.group.Forks.Message.Ask;
import io.sluice.protocol.group.Forks.Message.Fork;
import io.sluice.protocol.group.Forks.Message.OfMembership;
import io.sluice.protocol.group.Forks.Message.Swap;
import io.sluice.protocol.group.Forks.Phase.Idle;
import io.sluice.protocol.group.Forks.Phase.Inside;
import io.sluice.protocol.group.Forks.Phase.Waiting;
import io.sluice.protocol.group.Forks.State;

/**
 * One fork for each pair of competitors; to be inside, a process holds all its forks.
 *
 * <p>A fork is at one place at a time, so exclusion holds by construction, for any conflict graph:
 * two groups, a pipeline of groups, plain mutual exclusion (where this is Ricart and Agrawala's
 * algorithm with the saving of Carvalho and Roucairol), dining philosophers. The difficulty is to
 * let groups enter together: a process that already waits for an older request also lets younger
 * ones pass, since they belong to the session that it waits for, and asks for those forks back when
 * the older requests are done.
 *
 * <p>Why every process enters: once no request is ahead, no younger one is preferred any more, so
 * waiting follows age alone, which has no cycle; and a competitor that has returned a fork on
 * release is not let pass again by the same request. A competitor that knows of a request enters at
 * most once before it.
 *
 * <p>A request may be withdrawn: the answers to it still arrive, and the forks are kept until a
 * competitor asks. A competitor that the view has excluded, or that has said farewell, has no forks
 * any more; {@link ForksMembership} defines how processes join and depart.
 *
 * <p>Costs between 0 (all forks are here already) and about 2 messages per competitor an entry;
 * with 6 against 6 that ask without pause, 12. Needs reliable FIFO channels. Grants are fenced:
 * every fork carries the highest number its sender knows of, and an entry takes the next one. The
 * last number of a crashed process is unknown, so the numbers leave a gap for it (which covers one
 * crash at a time: an entry between the news of two crashes may carry a number that the second had
 * used).
 */
public final class Forks implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("forks", Family.GROUP, Forks::new)
          .source("this project")
          .cost("0 to about 2 per competitor")
          .tolerates("any conflict graph, crashes, joins and departures")
          .clocks(Algorithm.Clocks.APART)
          .fenced()
          .pairInvariant("one-fork", ForksInvariants::theForkIsInOnePlace)
          .pairInvariant("departed", ForksInvariants::nobodyCountsOnTheDeparted)
          .overtaking(1, Forks::presses)
          .interchangeable(Layout::alliances)
          .build();

  public sealed interface Message {
    /** Send me our fork. */
    record Ask(Ticket ticket) implements Message {}

    /**
     * Here is our fork.
     *
     * @param leaving whether the sender has just released
     */
    record Fork(@Fence long fence, boolean leaving) implements Message {}

    /** Here is our fork, since your request is older; and I ask for it in turn. */
    record Swap(@Fence long fence, Ticket ticket) implements Message {}

    /** The messages of joining and departing. */
    sealed interface OfMembership extends Message {}

    /** I join. */
    record Hello() implements OfMembership {}

    /** I know you now, and if we compete, our fork is here; these are the members that I know. */
    record Welcome(ProcessSet members, @Time int clock, @Fence long fence)
        implements OfMembership {}

    /** I am departing or have departed; these are the members that I knew. */
    record Gone(ProcessSet members, @Fence long fence) implements OfMembership {}

    /** I depart: go on without me and our fork. */
    record Farewell(@Fence long fence) implements OfMembership {}

    /** I do without you. */
    record Forgotten() implements OfMembership {}
  }

  /** Idle to Waiting on acquire, to Inside with the last fork, to Idle on release. */
  public sealed interface Phase {
    record Idle() implements Phase {}

    /**
     * Lacks some forks.
     *
     * @param ahead has our fork, and an older request than ours, or may have
     * @param lent has our fork although its request is younger, and will be asked for it
     * @param served has returned a fork on release since this request began
     */
    record Waiting(Ticket ticket, ProcessSet ahead, ProcessSet lent, ProcessSet served)
        implements Phase {}

    record Inside() implements Phase {}
  }

  /**
   * @param clock the highest time of any request seen
   * @param fence the highest fencing number seen
   * @param competitors those that are members
   * @param forks the competitors whose fork is here
   * @param deferred the competitors that have asked and get their fork when this process releases
   */
  public record State(
      @Time int clock,
      @Fence long fence,
      Phase phase,
      ProcessSet competitors,
      ProcessSet forks,
      ProcessSet deferred,
      Roster roster) {

    State with(Phase next) {
      return new State(clock, fence, next, competitors, forks, deferred, roster);
    }

    State with(Roster next) {
      return new State(clock, fence, phase, competitors, forks, deferred, next);
    }

    State with(ProcessSet nextForks, ProcessSet nextDeferred) {
      return new State(clock, fence, phase, competitors, nextForks, nextDeferred, roster);
    }

    State hearing(Ticket ticket) {
      return hearing(ticket.time());
    }

    /** Having heard of a request of that time. */
    public State hearing(int time) {
      int latest = Math.max(clock, time);
      return new State(latest, fence, phase, competitors, forks, deferred, roster);
    }

    State fencedBy(long number) {
      long highest = Math.max(fence, number);
      return new State(clock, highest, phase, competitors, forks, deferred, roster);
    }

    State deferring(int competitor) {
      return with(forks, deferred.plus(competitor));
    }

    /** With more competitors; the forks shared with them are here or there. */
    public State meeting(ProcessSet more, boolean forksAreHere) {
      var held = forksAreHere ? forks.plus(more) : forks;
      var met = competitors.plus(more);
      return new State(clock, fence, phase, met, held, deferred, roster);
    }
  }

  private final int self;
  private final ProcessSet founders;
  private final ProcessSet competitors;
  private final ForksMembership membership;

  public Forks(int self, Layout layout) {
    this.self = self;
    this.founders = ProcessSet.range(0, layout.size()).minus(layout.newcomers());
    this.competitors = layout.competitors(self);
    this.membership = new ForksMembership(self, competitors, this);
  }

  /** At first each fork is with the lower of its two processes. */
  @Override
  public State initial() {
    if (!founders.contains(self)) {
      return beginning(ProcessSet.EMPTY, ProcessSet.EMPTY, Roster.OUTSIDE);
    }
    var rivals = competitors.intersection(founders);
    return beginning(rivals, rivals.minus(ProcessSet.range(0, self)), Roster.of(founders));
  }

  /** The state of a process that has heard of no request. */
  public static State beginning(ProcessSet competitors, ProcessSet forks, Roster roster) {
    return new State(0, 0, new Idle(), competitors, forks, ProcessSet.EMPTY, roster);
  }

  /**
   * The state of a process that a process inside has just made: it is inside as well. It has all
   * its forks, but does not know yet with which processes it shares them.
   */
  public static State newborn() {
    return beginning(ProcessSet.EMPTY, ProcessSet.EMPTY, Roster.OUTSIDE).with(new Inside());
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) -> ask(s, out);
      case Release() -> membership.afterRelease(release(s, out), out);
      case Receive(var from, Ask(var ticket)) -> onAsk(s.hearing(ticket), from, ticket, out);
      case Receive(var from, Fork(var fence, var leaving)) ->
          enterIfComplete(onFork(s, from, fence, leaving, out), out);
      case Receive(var from, Swap(var fence, var ticket)) -> {
        var holding = onFork(s, from, fence, false, out).hearing(ticket);
        yield enterIfComplete(onAsk(holding, from, ticket, out), out);
      }
      case Receive(var from, OfMembership message) -> membership.on(s, from, message, out);
      case Withdraw() -> withdraw(s, out);
      case Excluded(var peer) -> membership.exclude(s, peer, out);
      case Join(var introducer) -> membership.join(s, introducer, out);
      case Depart() -> membership.onDepart(s, out);
      case Rare<Message> _ -> s;
    };
  }

  private State ask(State s, Outbox<Message> out) {
    var missing = s.competitors.minus(s.forks);
    if (missing.isEmpty()) {
      return enter(s, out);
    }
    var ticket = new Ticket(s.clock + 1, self);
    out.send(missing, new Ask(ticket));
    var waiting = new Waiting(ticket, missing, ProcessSet.EMPTY, ProcessSet.EMPTY);
    return s.hearing(ticket).with(waiting);
  }

  private State onAsk(State s, int from, Ticket theirs, Outbox<Message> out) {
    if (!s.forks.contains(from)) {
      return s; // The fork is on its way already, in answer to a request that was withdrawn.
    }
    return switch (s.phase) {
      case Idle() -> give(s, from, new Fork(s.fence, false), out);
      case Inside() -> s.deferring(from);
      case Waiting w when theirs.before(w.ticket) -> giveWay(s, w, from, out);
      case Waiting w when !w.ahead.isEmpty() && !w.served.contains(from) ->
          lend(s, ProcessSet.of(from), out);
      case Waiting _ -> s.deferring(from);
    };
  }

  /** An older request goes first, and its whole session with it. */
  private State giveWay(State s, Waiting w, int older, Outbox<Message> out) {
    var given = give(s, older, new Swap(s.fence, w.ticket), out);
    var behind = given.with(new Waiting(w.ticket, w.ahead.plus(older), w.lent, w.served));
    return lend(behind, s.deferred.minus(w.served).minus(older), out);
  }

  /** Lets younger requests pass, while this one has to wait for an older one anyway. */
  private State lend(State s, ProcessSet to, Outbox<Message> out) {
    var w = (Waiting) s.phase;
    out.send(to, new Fork(s.fence, false));
    var lending = new Waiting(w.ticket, w.ahead, w.lent.plus(to), w.served);
    return s.with(lending).with(s.forks.minus(to), s.deferred.minus(to));
  }

  private State onFork(State s, int from, long fence, boolean leaving, Outbox<Message> out) {
    if (!s.competitors.contains(from)) {
      return s; // This process has left, and needs no forks.
    }
    var holding = s.fencedBy(fence).with(s.forks.plus(from), s.deferred);
    if (!(s.phase instanceof Waiting w)) {
      return holding; // An answer to a request that was withdrawn.
    }
    var served = leaving ? w.served.plus(from) : w.served;
    return askBack(holding, new Waiting(w.ticket, w.ahead.minus(from), w.lent, served), out);
  }

  /** Once no request is ahead, asks for the forks that were lent. */
  private static State askBack(State s, Waiting w, Outbox<Message> out) {
    if (!w.ahead.isEmpty()) {
      return s.with(w);
    }
    out.send(w.lent, new Ask(w.ticket));
    return s.with(new Waiting(w.ticket, w.ahead, ProcessSet.EMPTY, w.served));
  }

  private static State enterIfComplete(State s, Outbox<Message> out) {
    boolean complete = s.phase instanceof Waiting && s.forks.equals(s.competitors);
    return complete ? enter(s, out) : s;
  }

  private static State enter(State s, Outbox<Message> out) {
    out.granted(s.fence + 1);
    return s.fencedBy(s.fence + 1).with(new Inside());
  }

  /**
   * Each competitor that asked gets its fork; the other forks stay here, so that a lone group pays
   * nothing.
   */
  private static State release(State s, Outbox<Message> out) {
    out.send(s.deferred, new Fork(s.fence, true));
    return s.with(new Idle()).with(s.forks.minus(s.deferred), ProcessSet.EMPTY);
  }

  /** Gives up waiting. */
  static State withdraw(State s, Outbox<Message> out) {
    out.send(s.deferred, new Fork(s.fence, false));
    return s.with(new Idle()).with(s.forks.minus(s.deferred), ProcessSet.EMPTY);
  }

  private static State give(State s, int to, Message fork, Outbox<Message> out) {
    out.send(to, fork);
    return s.with(s.forks.minus(to), s.deferred.minus(to));
  }

  /** Meets newborn competitors, which have the forks; one that waits asks for these at once. */
  public State met(State s, ProcessSet newborn, Outbox<Message> out) {
    var met = s.meeting(newborn, false);
    if (!(s.phase instanceof Waiting(var ticket, var ahead, var lent, var served))) {
      return met;
    }
    out.send(newborn, new Ask(ticket));
    return met.with(new Waiting(ticket, ahead.plus(newborn), lent, served));
  }

  /** Goes on without a competitor, which has left or was excluded: their fork is needed no more. */
  public State without(State s, int peer, Outbox<Message> out) {
    var rest =
        new State(
            s.clock,
            s.fence,
            s.phase,
            s.competitors.minus(peer),
            s.forks.minus(peer),
            s.deferred.minus(peer),
            s.roster);
    if (!(s.phase instanceof Waiting(var ticket, var ahead, var lent, var served))) {
      return rest;
    }
    var waiting = new Waiting(ticket, ahead.minus(peer), lent.minus(peer), served.minus(peer));
    return enterIfComplete(askBack(rest, waiting, out), out);
  }

  /** Has asked the competitor, and has neither got the fork nor lent it since. */
  private static boolean presses(State s, int competitor) {
    return s.phase instanceof Waiting w
        && s.competitors.contains(competitor)
        && !s.forks.contains(competitor)
        && !w.lent.contains(competitor);
  }
}
