package io.sluice.protocol.exclusive;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Excluded;
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
import io.sluice.protocol.exclusive.RicartAgrawala.Phase;
import io.sluice.protocol.exclusive.RicartAgrawala.Phase.Idle;
import io.sluice.protocol.exclusive.RicartAgrawala.Phase.Inside;
import io.sluice.protocol.exclusive.RicartAgrawala.Phase.Waiting;
import io.sluice.protocol.exclusive.RicartAgrawalaCrash.State;

/**
 * The algorithm of {@link RicartAgrawala}, among processes that may crash.
 *
 * <p>A peer that the view has excluded counts as having replied: it can be neither inside nor in
 * the way. It is not asked again, and what it asked for is forgotten.
 *
 * <p>Costs 2(n-1) messages an entry, n being the processes left. Needs reliable channels, in any
 * order, and a view that excludes every crashed process in the end and no other ever: a process
 * that is excluded while it is inside would soon have company. Any number of processes may crash,
 * at any moment.
 */
public final class RicartAgrawalaCrash implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("ricart-agrawala-crash", Family.EXCLUSIVE, RicartAgrawalaCrash::new)
          .source("Ricart and Agrawala, CACM 24(1), 1981, with a failure detector")
          .cost("2(n-1)")
          .tolerates("messages in any order, crashes")
          // What a crashed process sent last can stay on its way while the others go on.
          .clocks(Algorithm.Clocks.APART)
          .build();

  /**
   * @param clock the highest time of any request seen
   * @param peers those that have not been excluded
   * @param owed the peers whose requests are deferred until this process releases
   */
  public record State(@Time int clock, Phase phase, ProcessSet peers, ProcessSet owed) {
    State with(Phase next) {
      return new State(clock, next, peers, owed);
    }
  }

  private final int self;
  private final int n;

  public RicartAgrawalaCrash(int self, Layout layout) {
    this.self = self;
    this.n = layout.size();
  }

  @Override
  public State initial() {
    return new State(0, new Idle(), ProcessSet.allBut(self, n), ProcessSet.EMPTY);
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) -> ask(s, out);
      case Release() -> release(s, out);
      case Receive(var from, Request(var ticket)) -> onRequest(s, from, ticket, out);
      case Receive(var from, Reply()) -> s.with(withReplyOf(from, s.phase, out));
      case Excluded(var peer) -> onExcluded(s, peer, out);
      case Rare<Message> _ -> s;
    };
  }

  private State ask(State s, Outbox<Message> out) {
    var ticket = new Ticket(s.clock + 1, self);
    out.send(s.peers, new Request(ticket));
    return new State(ticket.time(), waitingFor(s.peers, ticket, out), s.peers, s.owed);
  }

  private static State onRequest(State s, int from, Ticket theirs, Outbox<Message> out) {
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
    return new State(clock, s.phase, s.peers, putOff ? s.owed.plus(from) : s.owed);
  }

  private static State onExcluded(State s, int peer, Outbox<Message> out) {
    var phase = withReplyOf(peer, s.phase, out);
    return new State(s.clock, phase, s.peers.minus(peer), s.owed.minus(peer));
  }

  private static Phase withReplyOf(int peer, Phase phase, Outbox<Message> out) {
    return switch (phase) {
      case Waiting(var ticket, var missing) -> waitingFor(missing.minus(peer), ticket, out);
      case Idle(), Inside() -> phase;
    };
  }

  private static Phase waitingFor(ProcessSet missing, Ticket ticket, Outbox<Message> out) {
    if (!missing.isEmpty()) {
      return new Waiting(ticket, missing);
    }
    out.granted();
    return new Inside();
  }

  private static State release(State s, Outbox<Message> out) {
    out.send(s.owed, new Reply());
    return new State(s.clock, new Idle(), s.peers, ProcessSet.EMPTY);
  }
}
