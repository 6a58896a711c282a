package io.sluice.protocol.exclusive;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
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
import io.sluice.protocol.exclusive.Lamport.Message;
import io.sluice.protocol.exclusive.Lamport.Message.Ack;
import io.sluice.protocol.exclusive.Lamport.Message.Done;
import io.sluice.protocol.exclusive.Lamport.Message.Request;
import io.sluice.protocol.exclusive.Lamport.Phase.Idle;
import io.sluice.protocol.exclusive.Lamport.Phase.Inside;
import io.sluice.protocol.exclusive.Lamport.Phase.Waiting;
import io.sluice.protocol.exclusive.Lamport.State;
import java.util.ArrayList;
import java.util.List;

/**
 * Lamport, <em>Time, clocks, and the ordering of events in a distributed system</em>, CACM 21(7),
 * 1978.
 *
 * <p>Every process keeps a copy of the queue of all requests, in the order of their tickets. A
 * process enters when its own request is the first in its copy and every peer has acknowledged it:
 * since channels keep their order, no older request can then still be in transit.
 *
 * <p>Costs 3(n-1) messages an entry: a request, an acknowledgement and a notice of release for each
 * peer. Needs reliable FIFO channels. A crashed peer blocks all later requests.
 *
 * <p>In the paper all messages are stamped, and any message later than the request serves as an
 * acknowledgement, which may then be left out. Here none is left out, so that the cost is exact; an
 * acknowledgement is later by its nature, and only requests need a time.
 */
public final class Lamport implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("lamport", Family.EXCLUSIVE, Lamport::new)
          .source("Lamport, CACM 21(7), 1978")
          .cost("3(n-1)")
          // A copy can keep an old ticket, its notice of release in transit, while others go on.
          .clocks(Algorithm.Clocks.APART)
          .build();

  public sealed interface Message {
    /** Put me into your queue. */
    record Request(Ticket ticket) implements Message {}

    /** You are in my queue. */
    record Ack() implements Message {}

    /** I have left; take me out of your queue. */
    record Done() implements Message {}
  }

  /**
   * Idle to Waiting on acquire, to Inside when first and acknowledged by all, to Idle on release.
   */
  public sealed interface Phase {
    record Idle() implements Phase {}

    /**
     * Has asked.
     *
     * @param unsure the peers that have not acknowledged, and may have an older request
     */
    record Waiting(Ticket ticket, ProcessSet unsure) implements Phase {}

    record Inside() implements Phase {}
  }

  /**
   * @param clock the highest time of any request seen
   * @param queue all requests known of, this process's own included, the oldest first
   */
  public record State(@Time int clock, Phase phase, List<Ticket> queue) {
    State with(Phase next) {
      return new State(clock, next, queue);
    }

    State queueing(Ticket ticket) {
      int older = (int) queue.stream().filter(other -> other.before(ticket)).count();
      var longer = new ArrayList<>(queue);
      longer.add(older, ticket);
      return new State(Math.max(clock, ticket.time()), phase, List.copyOf(longer));
    }

    State dropping(int node) {
      var shorter = queue.stream().filter(ticket -> ticket.node() != node).toList();
      return new State(clock, phase, shorter);
    }
  }

  private final int self;
  private final ProcessSet peers;

  public Lamport(int self, Layout layout) {
    this.self = self;
    this.peers = ProcessSet.allBut(self, layout.size());
  }

  @Override
  public State initial() {
    return new State(0, new Idle(), List.of());
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) -> ask(s, out);
      case Release() -> release(s, out);
      case Receive(var from, Request(var ticket)) -> onRequest(s, from, ticket, out);
      case Receive(var from, Ack()) -> onAck(s, from, out);
      case Receive(var from, Done()) -> enterIfSure(s.dropping(from), out);
      case Rare<Message> _ -> s;
    };
  }

  /** Rule 1. */
  private State ask(State s, Outbox<Message> out) {
    var ticket = new Ticket(s.clock + 1, self);
    out.send(peers, new Request(ticket));
    return enterIfSure(s.queueing(ticket).with(new Waiting(ticket, peers)), out);
  }

  /** Rule 2. */
  private static State onRequest(State s, int from, Ticket theirs, Outbox<Message> out) {
    out.send(from, new Ack());
    return s.queueing(theirs);
  }

  private static State onAck(State s, int from, Outbox<Message> out) {
    var w = (Waiting) s.phase;
    return enterIfSure(s.with(new Waiting(w.ticket, w.unsure.minus(from))), out);
  }

  /** Rule 3; the peers' rule 4 answers it. */
  private State release(State s, Outbox<Message> out) {
    out.send(peers, new Done());
    return s.dropping(self).with(new Idle());
  }

  /** Rule 5. */
  private static State enterIfSure(State s, Outbox<Message> out) {
    if (s.phase instanceof Waiting(var ticket, var unsure)
        && unsure.isEmpty()
        && s.queue.getFirst().equals(ticket)) {
      out.granted();
      return s.with(new Inside());
    }
    return s;
  }
}
