package io.sluice.protocol.group;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Fence;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Rare;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Layout;
import io.sluice.protocol.NodeSet;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.Ticket;
import io.sluice.protocol.Time;
import io.sluice.protocol.group.Forks.Message;
import io.sluice.protocol.group.Forks.Message.Ask;
import io.sluice.protocol.group.Forks.Message.Fork;
import io.sluice.protocol.group.Forks.Message.Swap;
import io.sluice.protocol.group.Forks.Phase.Idle;
import io.sluice.protocol.group.Forks.Phase.Inside;
import io.sluice.protocol.group.Forks.Phase.Waiting;
import io.sluice.protocol.group.Forks.State;
import java.util.List;
import java.util.stream.Stream;

/**
 * One fork for each pair of competitors; to be inside, a process holds all its forks.
 *
 * <p>A fork is in one place, so exclusion is immediate, for any conflict graph: two groups, a
 * pipeline of groups, plain mutual exclusion (where this is Ricart and Agrawala's algorithm with
 * the saving of Carvalho and Roucairol), dining philosophers. What takes care is that groups go in
 * together: a process that waits for an older request anyway also lets younger ones pass, since
 * they belong to the session that it waits for, and asks for those forks back when the older
 * requests are done.
 *
 * <p>Why everybody gets in: once nobody is ahead, nobody younger is preferred any more, so waiting
 * follows age alone, which has no cycle; and a competitor that has returned a fork on leaving is
 * not let pass again by the same request. A competitor that knows of a request enters at most once
 * before it.
 *
 * <p>Costs between 0 (all forks are here already) and about 2 messages per competitor an entry;
 * with 6 against 6 who never rest, 12. Needs reliable FIFO channels. Grants are fenced: every fork
 * carries the highest number its sender knows of, and an entry takes the next one.
 */
public final class Forks implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("forks", Family.GROUP, Forks::new)
          .source("this project")
          .cost("0 to about 2 per competitor")
          .tolerates("any conflict graph")
          .clocks(Algorithm.Clocks.APART)
          .fenced()
          .pairInvariant("one-fork", Forks::theForkIsInOnePlace)
          .overtaking(1, Forks::presses)
          .interchangeable(Layout::alliances)
          .build();

  public sealed interface Message {
    /** Send me our fork. */
    record Ask(Ticket ticket) implements Message {}

    /**
     * Here is our fork.
     *
     * @param leaving whether the sender has just been inside
     */
    record Fork(@Fence long fence, boolean leaving) implements Message {}

    /** Here is our fork, since your request is older; and I ask for it in turn. */
    record Swap(@Fence long fence, Ticket ticket) implements Message {}
  }

  /** Idle to Waiting on asking, to Inside with the last fork, to Idle on leaving. */
  public sealed interface Phase {
    record Idle() implements Phase {}

    /**
     * Lacks some forks.
     *
     * @param ahead has our fork, and an older request than ours, or may have
     * @param lent has our fork although its request is younger, and will be asked for it
     * @param served has returned a fork on leaving since this request began
     */
    record Waiting(Ticket ticket, NodeSet ahead, NodeSet lent, NodeSet served) implements Phase {}

    record Inside() implements Phase {}
  }

  /**
   * @param clock the highest time of any request seen
   * @param fence the highest fencing number seen
   * @param forks the competitors whose fork is here
   * @param deferred the competitors that have asked and get their fork when this process leaves
   */
  public record State(
      @Time int clock, @Fence long fence, Phase phase, NodeSet forks, NodeSet deferred) {

    State with(Phase next) {
      return new State(clock, fence, next, forks, deferred);
    }

    State hearing(Ticket ticket) {
      return new State(Math.max(clock, ticket.time()), fence, phase, forks, deferred);
    }

    State deferring(int competitor) {
      return new State(clock, fence, phase, forks, deferred.plus(competitor));
    }
  }

  private final int self;
  private final NodeSet competitors;

  public Forks(int self, Layout layout) {
    this.self = self;
    this.competitors = layout.competitors(self);
  }

  /** At first each fork is with the lower of its two processes. */
  @Override
  public State initial() {
    var lower = NodeSet.range(0, self);
    return new State(0, 0, new Idle(), competitors.minus(lower), NodeSet.EMPTY);
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) -> ask(s, out);
      case Release() -> leave(s, out);
      case Receive(var from, Ask(var ticket)) -> onAsk(s.hearing(ticket), from, ticket, out);
      case Receive(var from, Fork(var fence, var leaving)) ->
          enterIfComplete(onFork(s, from, fence, leaving, out), out);
      case Receive(var from, Swap(var fence, var ticket)) -> {
        var holding = onFork(s, from, fence, false, out).hearing(ticket);
        yield enterIfComplete(onAsk(holding, from, ticket, out), out);
      }
      case Rare<Message> _ -> s;
    };
  }

  private State ask(State s, Outbox<Message> out) {
    var missing = competitors.minus(s.forks);
    if (missing.isEmpty()) {
      return enter(s, out);
    }
    var ticket = new Ticket(s.clock + 1, self);
    out.send(missing, new Ask(ticket));
    var waiting = new Waiting(ticket, missing, NodeSet.EMPTY, NodeSet.EMPTY);
    return s.hearing(ticket).with(waiting);
  }

  private State onAsk(State s, int from, Ticket theirs, Outbox<Message> out) {
    return switch (s.phase) {
      case Idle() -> give(s, from, new Fork(s.fence, false), out);
      case Inside() -> s.deferring(from);
      case Waiting w when theirs.before(w.ticket) -> giveWay(s, w, from, out);
      case Waiting w when !w.ahead.isEmpty() && !w.served.contains(from) ->
          lend(s, NodeSet.of(from), out);
      case Waiting _ -> s.deferring(from);
    };
  }

  /** An older request goes first, and its whole session with it. */
  private State giveWay(State s, Waiting w, int older, Outbox<Message> out) {
    var given = give(s, older, new Swap(s.fence, w.ticket), out);
    var behind = given.with(new Waiting(w.ticket, w.ahead.plus(older), w.lent, w.served));
    return lend(behind, s.deferred.minus(w.served), out);
  }

  /** Lets younger requests pass, while this one has to wait for an older one anyway. */
  private State lend(State s, NodeSet to, Outbox<Message> out) {
    var w = (Waiting) s.phase;
    out.send(to, new Fork(s.fence, false));
    var lending = new Waiting(w.ticket, w.ahead, w.lent.plus(to), w.served);
    return new State(s.clock, s.fence, lending, s.forks.minus(to), s.deferred.minus(to));
  }

  private State onFork(State s, int from, long fence, boolean leaving, Outbox<Message> out) {
    var w = (Waiting) s.phase;
    var ahead = w.ahead.minus(from);
    var served = leaving ? w.served.plus(from) : w.served;
    var lent = w.lent;
    if (ahead.isEmpty()) {
      out.send(lent, new Ask(w.ticket));
      lent = NodeSet.EMPTY;
    }
    var waiting = new Waiting(w.ticket, ahead, lent, served);
    return new State(s.clock, Math.max(s.fence, fence), waiting, s.forks.plus(from), s.deferred);
  }

  private State enterIfComplete(State s, Outbox<Message> out) {
    return s.forks.equals(competitors) ? enter(s, out) : s;
  }

  private State enter(State s, Outbox<Message> out) {
    out.granted(s.fence + 1);
    return new State(s.clock, s.fence + 1, new Inside(), s.forks, s.deferred);
  }

  /** Whoever asked gets its fork; the others stay here, so that a lone group pays nothing. */
  private State leave(State s, Outbox<Message> out) {
    out.send(s.deferred, new Fork(s.fence, true));
    return new State(s.clock, s.fence, new Idle(), s.forks.minus(s.deferred), NodeSet.EMPTY);
  }

  private State give(State s, int to, Message fork, Outbox<Message> out) {
    out.send(to, fork);
    return new State(s.clock, s.fence, s.phase, s.forks.minus(to), s.deferred);
  }

  /** Has asked the competitor, and has neither got the fork nor lent it since. */
  private static boolean presses(State s, int competitor) {
    return s.phase instanceof Waiting w
        && !s.forks.contains(competitor)
        && !w.lent.contains(competitor);
  }

  private static boolean theForkIsInOnePlace(
      int one, State ofOne, int other, State ofOther, List<Message> there, List<Message> back) {
    long copies =
        Stream.concat(there.stream(), back.stream()).filter(m -> !(m instanceof Ask)).count()
            + (ofOne.forks.contains(other) ? 1 : 0)
            + (ofOther.forks.contains(one) ? 1 : 0);
    return copies == 1;
  }
}
