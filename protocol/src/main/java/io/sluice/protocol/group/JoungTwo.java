package io.sluice.protocol.group;

import static java.util.Objects.requireNonNull;

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
import io.sluice.protocol.ProcessId;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.Ticket;
import io.sluice.protocol.Time;
import io.sluice.protocol.group.JoungTwo.Message;
import io.sluice.protocol.group.JoungTwo.Message.Capture;
import io.sluice.protocol.group.JoungTwo.Message.Reply;
import io.sluice.protocol.group.JoungTwo.Message.Request;
import io.sluice.protocol.group.JoungTwo.Phase.Captain;
import io.sluice.protocol.group.JoungTwo.Phase.Captured;
import io.sluice.protocol.group.JoungTwo.Phase.Idle;
import io.sluice.protocol.group.JoungTwo.Phase.Waiting;
import io.sluice.protocol.group.JoungTwo.State;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * RA2 of Joung, <em>The congenial talking philosophers problem in computer networks</em>,
 * Distributed Computing 15(3), 2002: its idea, in our own words.
 *
 * <p>{@link JoungOne} with captains. A process that enters because every peer has replied is a
 * captain: as long as it is inside, it captures the waiting members of its group that it knows of.
 * A captured process enters at once, although it may have given its permission to an older request
 * of a competitor before. It captures no process itself.
 *
 * <p>So the permission of a captured process must not be relied on until that process has released.
 * Therefore each process counts its entries. A captain, in its replies from then on, tells
 * competitors which processes it has captured, for which entry; every reply names the last entry
 * that its sender has released; and a captured process that releases replies to all competitors it
 * has heard of, again to those that it has replied to already. A process enters once all have
 * replied and all processes that they captured have released.
 *
 * <p>Why exclusion holds: a captain has no competitor's permission as long as that competitor waits
 * with an older ticket, so a competitor of the captured process gets the captain's reply after the
 * capture, and learns of it. Why no process starves: only captains prolong a session, and no
 * process becomes a captain ahead of an older request.
 *
 * <p>Costs 2(n-1) messages an entry and one for each capture and each permission renewed, under
 * load about 5(n-1)/2. Needs reliable FIFO channels. Works for any number of groups, and where
 * processes have no group in common it is {@link JoungOne}. A crashed peer blocks all later
 * requests.
 */
public final class JoungTwo implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("ra2", Family.GROUP, JoungTwo::new)
          .source("Joung, RA2, Distributed Computing 15(3), 2002")
          .cost("2(n-1) and more, under load about 5(n-1)/2")
          .clocks(Algorithm.Clocks.APART)
          .interchangeable(Layout::alliances)
          .build();

  public sealed interface Message {
    /**
     * May I enter?
     *
     * @param entry which of the sender's entries this is for; it has left the ones before
     */
    record Request(Ticket ticket, @Time int entry) implements Message {}

    /**
     * My permission.
     *
     * @param to the entry that this permits
     * @param left the last entry of the sender that is over
     * @param captured the processes that the sender has captured, and that may still be inside
     */
    record Reply(@Time int to, @Time int left, Entries captured) implements Message {}

    /** Come in, I am inside: as long as you still wait for this entry. */
    record Capture(@Time int entry) implements Message {}
  }

  /** Idle to Waiting on acquire, to Captain or Captured on the grant, to Idle on release. */
  public sealed interface Phase {
    record Idle() implements Phase {}

    /**
     * Has asked, and cannot enter yet.
     *
     * @param entry which of its entries it waits for
     * @param missing the peers that have not replied
     * @param left for each peer that has replied, the last entry that it has released
     * @param captured by the peers that have replied; each of these has to release first
     */
    record Waiting(
        Ticket ticket, @Time int entry, ProcessSet missing, Entries left, Entries captured)
        implements Phase {}

    /** Inside with the permission of all peers. */
    record Captain(@Time int entry) implements Phase {}

    /** Inside by word of a captain. */
    record Captured(@Time int entry) implements Phase {}
  }

  /**
   * @param clock the highest time of any request seen
   * @param left the last entry of this process that is over
   * @param requests the entry that each peer has asked for last
   * @param owed the competitors whose requests are deferred until this process releases
   * @param captured by this process as a captain, and perhaps still inside
   */
  public record State(
      @Time int clock,
      Phase phase,
      @Time int left,
      Entries requests,
      ProcessSet owed,
      Entries captured) {

    State with(Phase next) {
      return new State(clock, next, left, requests, owed, captured);
    }

    State withCaptured(Entries those) {
      return new State(clock, phase, left, requests, owed, those);
    }

    State asking(Ticket ticket, Phase waiting) {
      return new State(ticket.time(), waiting, left, requests, owed, captured);
    }

    State hearing(int from, Request request) {
      int latest = Math.max(clock, request.ticket.time());
      var heard = requests.with(from, request.entry);
      return new State(latest, phase, left, heard, owed, captured);
    }

    State owing(int competitor) {
      return new State(clock, phase, left, requests, owed.plus(competitor), captured);
    }

    State releasing(int entry) {
      return new State(clock, new Idle(), entry, requests, ProcessSet.EMPTY, captured);
    }
  }

  /** Numbers of entries, by process: each counts its own. */
  public record Entries(Map<@ProcessId Integer, @Time Integer> of) {
    static final Entries NONE = new Entries(Map.of());

    public Entries {
      of = Collections.unmodifiableMap(of);
    }

    int get(int process) {
      return requireNonNull(of.get(process));
    }

    Entries with(int process, int entry) {
      return with(new Entries(Map.of(process, entry)));
    }

    /** With the later entry of each process. */
    Entries with(Entries others) {
      var all = new TreeMap<>(of);
      others.of.forEach((process, entry) -> all.merge(process, entry, Math::max));
      return new Entries(all);
    }

    /** Without the processes that the others know at this entry or a later one. */
    Entries after(Entries others) {
      var later = new TreeMap<>(of);
      others.of.forEach(
          (process, entry) ->
              later.computeIfPresent(process, (_, mine) -> mine > entry ? mine : null));
      return new Entries(later);
    }

    Entries among(ProcessSet processes) {
      var some = new TreeMap<>(of);
      some.keySet().removeIf(process -> !processes.contains(process));
      return new Entries(some);
    }

    ProcessSet processes() {
      return ProcessSet.of(of.keySet().stream().mapToInt(Integer::intValue).toArray());
    }
  }

  private final int self;
  private final ProcessSet peers;
  private final ProcessSet competitors;
  private final ProcessSet allies;

  public JoungTwo(int self, Layout layout) {
    this.self = self;
    this.peers = ProcessSet.allBut(self, layout.size());
    this.competitors = layout.competitors(self);
    this.allies = layout.members(layout.group(self)).minus(competitors).minus(self);
  }

  @Override
  public State initial() {
    return new State(0, new Idle(), 0, Entries.NONE, ProcessSet.EMPTY, Entries.NONE);
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) -> ask(s, out);
      case Release() -> release(s, out);
      case Receive(var from, Request request) ->
          onRequest(s.hearing(from, request), from, request.ticket, out);
      case Receive(var from, Reply reply) -> onReply(s, from, reply, out);
      case Receive(_, Capture(var entry)) -> onCapture(s, entry, out);
      case Rare<Message> _ -> s;
    };
  }

  private State ask(State s, Outbox<Message> out) {
    var ticket = new Ticket(s.clock + 1, self);
    int entry = s.left + 1;
    out.send(peers, new Request(ticket, entry));
    var waiting = new Waiting(ticket, entry, peers, Entries.NONE, Entries.NONE);
    return enterIfFree(s.asking(ticket, waiting), waiting, out);
  }

  private State onRequest(State s, int from, Ticket theirs, Outbox<Message> out) {
    if (competitors.contains(from) && isAhead(s.phase, theirs)) {
      return s.owing(from);
    }
    if (allies.contains(from) && s.phase instanceof Captain) {
      return capture(s, s.requests.among(ProcessSet.of(from)), out);
    }
    reply(s, from, out);
    return s;
  }

  private static boolean isAhead(Phase phase, Ticket theirs) {
    return switch (phase) {
      case Idle() -> false;
      case Waiting(var mine, _, _, _, _) -> mine.before(theirs);
      case Captain _, Captured _ -> true;
    };
  }

  private void reply(State s, int to, Outbox<Message> out) {
    var captured = competitors.contains(to) ? s.captured : Entries.NONE;
    out.send(to, new Reply(s.requests.get(to), s.left, captured));
  }

  /** A reply for an earlier entry is late: this process was captured in the meantime. */
  private State onReply(State s, int from, Reply reply, Outbox<Message> out) {
    return switch (s.phase) {
      case Waiting w when reply.to == w.entry -> {
        var missing = w.missing.minus(from);
        var left = w.left.with(from, reply.left);
        var captured = w.captured.with(reply.captured).after(left);
        yield enterIfFree(s, new Waiting(w.ticket, w.entry, missing, left, captured), out);
      }
      case Idle(), Waiting _, Captain _, Captured _ -> s;
    };
  }

  private State enterIfFree(State s, Waiting w, Outbox<Message> out) {
    if (!w.missing.isEmpty() || !w.captured.of.isEmpty()) {
      return s.with(w);
    }
    out.granted();
    var captain = s.with(new Captain(w.entry)).withCaptured(s.captured.after(w.left));
    return capture(captain, s.requests.among(allies).after(w.left), out);
  }

  private State capture(State s, Entries those, Outbox<Message> out) {
    those.of.forEach((ally, entry) -> out.send(ally, new Capture(entry)));
    return s.withCaptured(s.captured.with(those));
  }

  private State onCapture(State s, int entry, Outbox<Message> out) {
    if (!(s.phase instanceof Waiting w && w.entry == entry)) {
      return s;
    }
    out.granted();
    return s.with(new Captured(entry));
  }

  private State release(State s, Outbox<Message> out) {
    return switch (s.phase) {
      case Captain(var entry) -> release(s.releasing(entry), s.owed, out);
      case Captured(var entry) ->
          release(s.releasing(entry), s.requests.among(competitors).processes(), out);
      case Idle(), Waiting _ ->
          throw new ImpossibleInput(self, new Release<>(), "it is not inside");
    };
  }

  private State release(State left, ProcessSet informed, Outbox<Message> out) {
    informed.forEach(competitor -> reply(left, competitor, out));
    return left;
  }
}
