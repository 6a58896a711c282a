package io.sluice.protocol.group;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.ImpossibleInput;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Rare;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.Ticket;
import io.sluice.protocol.Time;
import io.sluice.protocol.group.JoungOne.Message;
import io.sluice.protocol.group.JoungOne.Message.Reply;
import io.sluice.protocol.group.JoungOne.Message.Request;
import io.sluice.protocol.group.JoungOne.Phase.Idle;
import io.sluice.protocol.group.JoungOne.Phase.Inside;
import io.sluice.protocol.group.JoungOne.Phase.Waiting;
import io.sluice.protocol.group.JoungOne.State;

/**
 * RA1 of Joung, <em>The congenial talking philosophers problem in computer networks</em>,
 * Distributed Computing 15(3), 2002.
 *
 * <p>Ricart and Agrawala's algorithm, in which only competitors are deferred: a process asks every
 * peer and enters once all have replied. A peer that does not compete with it replies at once; a
 * competitor replies at once unless it is inside, or waits itself with an older ticket: then it
 * owes the reply until it releases.
 *
 * <p>Simple, but one old request of another group shuts out all younger ones of the group that is
 * inside: under load few members of a group are inside together, in the worst case one. {@link
 * JoungTwo} avoids that.
 *
 * <p>Costs exactly 2(n-1) messages an entry. Needs reliable channels, in any order, and works for
 * any number of groups, indeed for any conflict graph. A crashed peer blocks all later requests.
 */
public final class JoungOne implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("ra1", Family.GROUP, JoungOne::new)
          .source("Joung, RA1, Distributed Computing 15(3), 2002")
          .cost("2(n-1)")
          .tolerates("messages in any order")
          .clocks(Algorithm.Clocks.APART)
          .interchangeable(Layout::alliances)
          .build();

  public sealed interface Message {
    /** May I enter? */
    record Request(Ticket ticket) implements Message {}

    /** You may, as far as I am concerned. */
    record Reply() implements Message {}
  }

  /** Idle to Waiting on acquire, to Inside on the last reply, to Idle on release. */
  public sealed interface Phase {
    record Idle() implements Phase {}

    /** Has asked, and lacks some replies. */
    record Waiting(Ticket ticket, ProcessSet missing) implements Phase {}

    record Inside() implements Phase {}
  }

  /**
   * @param clock the highest time of any request seen
   * @param owed the competitors whose requests are deferred until this process releases
   */
  public record State(@Time int clock, Phase phase, ProcessSet owed) {
    State with(Phase next) {
      return new State(clock, next, owed);
    }
  }

  private final int self;
  private final ProcessSet peers;
  private final Layout layout;

  public JoungOne(int self, Layout layout) {
    this.self = self;
    this.peers = ProcessSet.allBut(self, layout.size());
    this.layout = layout;
  }

  @Override
  public State initial() {
    return new State(0, new Idle(), ProcessSet.EMPTY);
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) -> ask(s, out);
      case Release() -> release(s, out);
      case Receive(var from, Request(var ticket)) -> onRequest(s, from, ticket, out);
      case Receive(var from, Reply()) -> onReply(s, from, out);
      case Rare<Message> _ -> s;
    };
  }

  private State ask(State s, Outbox<Message> out) {
    var ticket = new Ticket(s.clock + 1, self);
    out.send(peers, new Request(ticket));
    return new State(ticket.time(), waitingFor(peers, ticket, out), s.owed);
  }

  private State onRequest(State s, int from, Ticket theirs, Outbox<Message> out) {
    var clock = Math.max(s.clock, theirs.time());
    var putOff = layout.compete(self, from) && isAhead(s.phase, theirs);
    if (!putOff) {
      out.send(from, new Reply());
    }
    return new State(clock, s.phase, putOff ? s.owed.plus(from) : s.owed);
  }

  private static boolean isAhead(Phase phase, Ticket theirs) {
    return switch (phase) {
      case Idle() -> false;
      case Waiting(var mine, _) -> mine.before(theirs);
      case Inside() -> true;
    };
  }

  private State onReply(State s, int from, Outbox<Message> out) {
    return switch (s.phase) {
      case Waiting(var ticket, var missing) -> s.with(waitingFor(missing.minus(from), ticket, out));
      case Idle(), Inside() ->
          throw new ImpossibleInput(
              self, new Receive<>(from, new Reply()), "it waits for no reply");
    };
  }

  private Phase waitingFor(ProcessSet missing, Ticket ticket, Outbox<Message> out) {
    if (!missing.isEmpty()) {
      return new Waiting(ticket, missing);
    }
    out.granted();
    return new Inside();
  }

  private State release(State s, Outbox<Message> out) {
    out.send(s.owed, new Reply());
    return new State(s.clock, new Idle(), ProcessSet.EMPTY);
  }
}
