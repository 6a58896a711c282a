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
import io.sluice.protocol.exclusive.RicartAgrawalaCarvalho.Message;
import io.sluice.protocol.exclusive.RicartAgrawalaCarvalho.Message.Reply;
import io.sluice.protocol.exclusive.RicartAgrawalaCarvalho.Message.Request;
import io.sluice.protocol.exclusive.RicartAgrawalaCarvalho.Phase.Idle;
import io.sluice.protocol.exclusive.RicartAgrawalaCarvalho.Phase.Inside;
import io.sluice.protocol.exclusive.RicartAgrawalaCarvalho.Phase.Waiting;
import io.sluice.protocol.exclusive.RicartAgrawalaCarvalho.State;
import java.util.List;
import java.util.stream.Stream;

/**
 * Carvalho and Roucairol, <em>On mutual exclusion in computer networks</em>, CACM 26(2), 1983: the
 * algorithm of {@link RicartAgrawala}, in which a permission lasts until its giver asks for it
 * back.
 *
 * <p>A process asks only the peers whose permission it does not have. By replying to a peer it
 * gives that peer's permission back; if it waits itself, and so still needs it, it asks again at
 * once. Of each pair of processes, then, at most one has the other's permission.
 *
 * <p>Costs 0 to 2(n-1) messages an entry: 0 for a process that enters again before any other has
 * asked. At first no process has a permission, so the first entry costs 2(n-1). Needs reliable
 * channels, in any order: a request that overtakes the reply sent before it is younger than the one
 * replied to, so it is deferred until the reply has arrived. A crashed peer blocks every process
 * that needs its permission.
 */
public final class RicartAgrawalaCarvalho implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("ricart-agrawala-carvalho", Family.EXCLUSIVE, RicartAgrawalaCarvalho::new)
          .source("Carvalho and Roucairol, CACM 26(2), 1983")
          .cost("0 to 2(n-1)")
          .tolerates("messages in any order")
          .clocks(Algorithm.Clocks.APART)
          .pairInvariant("one-permission", RicartAgrawalaCarvalho::atMostOneHasPermission)
          .build();

  public sealed interface Message {
    /** May I enter, now and until you ask me? */
    record Request(Ticket ticket) implements Message {}

    /** You may, as far as I am concerned, until I ask you. */
    record Reply() implements Message {}
  }

  /** Idle to Waiting on acquire, to Inside with the last permission, to Idle on release. */
  public sealed interface Phase {
    record Idle() implements Phase {}

    /** Has asked every peer whose permission it lacks. */
    record Waiting(Ticket ticket) implements Phase {}

    record Inside() implements Phase {}
  }

  /**
   * @param clock the highest time of any request seen
   * @param permitting the peers whose permission is here
   * @param owed the peers whose requests are deferred until this process releases
   */
  public record State(@Time int clock, Phase phase, ProcessSet permitting, ProcessSet owed) {

    State hearing(Ticket ticket) {
      return new State(Math.max(clock, ticket.time()), phase, permitting, owed);
    }

    State owing(int peer) {
      return new State(clock, phase, permitting, owed.plus(peer));
    }
  }

  private final int self;
  private final ProcessSet peers;

  public RicartAgrawalaCarvalho(int self, Layout layout) {
    this.self = self;
    this.peers = ProcessSet.allBut(self, layout.size());
  }

  @Override
  public State initial() {
    return new State(0, new Idle(), ProcessSet.EMPTY, ProcessSet.EMPTY);
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) -> ask(s, out);
      case Release() -> release(s, out);
      case Receive(var from, Request(var ticket)) ->
          onRequest(s.hearing(ticket), from, ticket, out);
      case Receive(var from, Reply()) -> enterIfPermitted(s, s.permitting.plus(from), out);
      case Rare<Message> _ -> s;
    };
  }

  private State ask(State s, Outbox<Message> out) {
    var ticket = new Ticket(s.clock + 1, self);
    out.send(peers.minus(s.permitting), new Request(ticket));
    var waiting = new State(ticket.time(), new Waiting(ticket), s.permitting, s.owed);
    return enterIfPermitted(waiting, s.permitting, out);
  }

  private State onRequest(State s, int from, Ticket theirs, Outbox<Message> out) {
    return switch (s.phase) {
      case Inside() -> s.owing(from);
      case Waiting(var mine) when mine.before(theirs) -> s.owing(from);
      case Waiting(var mine) -> {
        out.send(from, new Reply());
        if (s.permitting.contains(from)) {
          out.send(from, new Request(mine));
        }
        yield new State(s.clock, s.phase, s.permitting.minus(from), s.owed);
      }
      case Idle() -> {
        out.send(from, new Reply());
        yield new State(s.clock, s.phase, s.permitting.minus(from), s.owed);
      }
    };
  }

  private State enterIfPermitted(State s, ProcessSet permitting, Outbox<Message> out) {
    if (!permitting.equals(peers)) {
      return new State(s.clock, s.phase, permitting, s.owed);
    }
    out.granted();
    return new State(s.clock, new Inside(), permitting, s.owed);
  }

  private static State release(State s, Outbox<Message> out) {
    out.send(s.owed, new Reply());
    return new State(s.clock, new Idle(), s.permitting.minus(s.owed), ProcessSet.EMPTY);
  }

  private static boolean atMostOneHasPermission(
      int one, State ofOne, int other, State ofOther, List<Message> there, List<Message> back) {
    long permissions =
        Stream.concat(there.stream(), back.stream()).filter(Reply.class::isInstance).count()
            + (ofOne.permitting.contains(other) ? 1 : 0)
            + (ofOther.permitting.contains(one) ? 1 : 0);
    return permissions <= 1;
  }
}
