package io.sluice.protocol.exclusive;

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
import io.sluice.protocol.exclusive.RicartAgrawala.Message;
import io.sluice.protocol.exclusive.RicartAgrawala.Message.Reply;
import io.sluice.protocol.exclusive.RicartAgrawala.Message.Request;
import io.sluice.protocol.exclusive.RicartAgrawala.Phase.Idle;
import io.sluice.protocol.exclusive.RicartAgrawala.Phase.Inside;
import io.sluice.protocol.exclusive.RicartAgrawala.Phase.Waiting;
import io.sluice.protocol.exclusive.RicartAgrawala.State;

/**
 * Ricart and Agrawala, <em>An optimal algorithm for mutual exclusion in computer networks</em>,
 * CACM 24(1), 1981.
 *
 * <p>A process asks every peer and enters once all have replied. A peer replies at once unless it
 * is inside, or waits itself with an older ticket: then it owes the reply until it releases.
 *
 * <p>Costs 2(n-1) messages an entry. Needs reliable channels, in any order. A crashed peer blocks
 * all later requests.
 */
public final class RicartAgrawala implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("ricart-agrawala", Family.EXCLUSIVE, RicartAgrawala::new)
          .source("Ricart and Agrawala, CACM 24(1), 1981")
          .cost("2(n-1)")
          .tolerates("messages in any order")
          .clocks(Algorithm.Clocks.CLOSE)
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
   * @param owed the peers whose requests are deferred until this process releases
   */
  public record State(@Time int clock, Phase phase, ProcessSet owed) {
    State with(Phase next) {
      return new State(clock, next, owed);
    }
  }

  private final int self;
  private final ProcessSet peers;

  public RicartAgrawala(int self, Layout layout) {
    this.self = self;
    this.peers = ProcessSet.allBut(self, layout.size());
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
    var putOff =
        switch (s.phase) {
          case Idle() -> false;
          case Waiting(var mine, _) -> mine.before(theirs);
          case Inside() -> true;
        };
    if (!putOff) {
      out.send(from, new Reply());
    }
    return new State(clock, s.phase, putOff ? s.owed.plus(from) : s.owed);
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
