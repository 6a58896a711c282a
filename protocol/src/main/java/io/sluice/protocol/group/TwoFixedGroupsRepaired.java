package io.sluice.protocol.group;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
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
import io.sluice.protocol.group.TwoFixedGroupsRepaired.Message;
import io.sluice.protocol.group.TwoFixedGroupsRepaired.Message.Ack;
import io.sluice.protocol.group.TwoFixedGroupsRepaired.Message.End;
import io.sluice.protocol.group.TwoFixedGroupsRepaired.Message.Req;
import io.sluice.protocol.group.TwoFixedGroupsRepaired.Phase.Idle;
import io.sluice.protocol.group.TwoFixedGroupsRepaired.Phase.InCs;
import io.sluice.protocol.group.TwoFixedGroupsRepaired.Phase.Requesting;
import io.sluice.protocol.group.TwoFixedGroupsRepaired.State;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The 2-FGME of Belkhiria, Bertier and Tedeschi (UCC 2020), repaired; {@link TwoFixedGroups} is the
 * printed one, and the lines cited here are its lines.
 *
 * <p>A process asks only the members of the other group, its competitors, and enters once all have
 * acknowledged. A waiting process that acknowledges an older request lets the whole other group
 * pass: it acknowledges their younger requests too, withdraws its own with an {@code End}, and asks
 * again once the older ones have released or withdrawn. Three things differ from the print:
 *
 * <ol>
 *   <li>A request has a number, and its Ack repeats it. Withdrawing takes the next number, so an
 *       Ack to a withdrawn request is known as such; this replaces {@code acks_to_ign}. Numbers
 *       start again with each entry: no process enters without the Acks to its last requests, and
 *       behind those no earlier Ack can be in transit. So they stay small.
 *   <li>The other group is let pass until every older request that was acknowledged is done, not
 *       just one of them (lines 60 and 79): {@code competitors_authorized} is the set of those.
 *       Asking again after the first, processes may withdraw and ask without end, and groups may
 *       settle into small sessions. It also makes the flags of an Ack superfluous, since the sender
 *       of an Ack has no older request left.
 *   <li>An Ack carries the time, as the other messages do. So a process that was let pass while
 *       this process held its request back asks with a younger ticket next time.
 * </ol>
 *
 * <p>No process starves: a process waits only for older requests and for processes inside.
 *
 * <p>Costs 3n/2 messages an entry under load. Needs reliable FIFO channels and exactly two groups.
 */
public final class TwoFixedGroupsRepaired implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("2fgme", Family.GROUP, TwoFixedGroupsRepaired::new)
          .source("Belkhiria, Bertier and Tedeschi, UCC 2020, repaired")
          .cost("about 3n/2")
          .clocks(Algorithm.Clocks.APART)
          .interchangeable(Layout::alliances)
          .build();

  public sealed interface Message {
    /** May I enter? The number counts the times that I ask you for one entry. */
    record Req(Ticket reqId, int number) implements Message {}

    /** You may, as far as I am concerned: this answers your request of that number. */
    record Ack(int number, @Time int clock) implements Message {}

    /** I have left, or withdraw my request for now. */
    record End(@Time int clock) implements Message {}
  }

  /** Idle to Requesting on acquire, to InCs on the last Ack, to Idle on release. */
  public sealed interface Phase {
    record Idle() implements Phase {}

    /** Has asked, or holds back the question until the other group has passed. */
    record Requesting(Ticket reqId) implements Phase {}

    record InCs() implements Phase {}
  }

  /**
   * The paper's variables.
   *
   * @param clock the paper's LC
   * @param waitingReqs the requests that are not acknowledged yet
   * @param reqsToSend the competitors to ask once the older requests are done with
   * @param numbers of the last request to each competitor or, if it is withdrawn, of the next
   * @param acksRcvd the competitors that have acknowledged
   * @param authorized the competitors whose older requests this process has acknowledged, until
   *     they release or withdraw
   */
  public record State(
      Phase phase,
      @Time int clock,
      Numbers waitingReqs,
      ProcessSet reqsToSend,
      Numbers numbers,
      ProcessSet acksRcvd,
      ProcessSet authorized) {}

  /** Numbers of requests, by process; 0 is none. */
  public record Numbers(Map<@ProcessId Integer, Integer> of) {
    static final Numbers NONE = new Numbers(Map.of());

    public Numbers {
      of = Collections.unmodifiableMap(of);
    }

    int get(int process) {
      return of.getOrDefault(process, 0);
    }

    boolean has(int process) {
      return of.containsKey(process);
    }

    Numbers with(int process, int number) {
      var more = new TreeMap<>(of);
      more.put(process, number);
      return new Numbers(more);
    }

    Numbers without(int process) {
      if (!has(process)) {
        return this;
      }
      var less = new TreeMap<>(of);
      less.remove(process);
      return new Numbers(less);
    }
  }

  private final int self;
  private final ProcessSet competitors;
  private final Numbers firstRequests;

  public TwoFixedGroupsRepaired(int self, Layout layout) {
    if (layout.groups() != 2 || layout.competitors(self).isEmpty()) {
      throw new IllegalArgumentException(
          "2-FGME runs on exactly two competing groups, not on " + layout);
    }
    this.self = self;
    this.competitors = layout.competitors(self);
    var ones = new TreeMap<Integer, Integer>();
    competitors.forEach(competitor -> ones.put(competitor, 1));
    this.firstRequests = new Numbers(ones);
  }

  @Override
  public State initial() {
    var none = ProcessSet.EMPTY;
    return new State( // lines 2 to 6
        new Idle(), 0, Numbers.NONE, none, Numbers.NONE, none, none);
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    var step = new Step(s, out);
    switch (input) {
      case Acquire(_) -> step.request();
      case Release() -> step.exit();
      case Receive(var from, Req(var reqId, var number)) -> step.onReq(from, reqId, number);
      case Receive(var from, Ack(var number, var time)) -> step.onAck(from, number, time);
      case Receive(var from, End(var time)) -> step.onEnd(from, time);
      case Rare<Message> _ -> {}
    }
    return step.result();
  }

  /** The paper's procedures, working on its variables for the length of one step. */
  private final class Step {
    private final Outbox<Message> out;
    private Phase phase;
    private int clock;
    private Numbers waitingReqs;
    private ProcessSet reqsToSend;
    private Numbers numbers;
    private ProcessSet acksRcvd;
    private ProcessSet authorized;

    Step(State s, Outbox<Message> out) {
      this.out = out;
      phase = s.phase;
      clock = s.clock;
      waitingReqs = s.waitingReqs;
      reqsToSend = s.reqsToSend;
      numbers = s.numbers;
      acksRcvd = s.acksRcvd;
      authorized = s.authorized;
    }

    State result() {
      return new State(phase, clock, waitingReqs, reqsToSend, numbers, acksRcvd, authorized);
    }

    void request() {
      clock++; // line 10
      phase = new Requesting(new Ticket(clock, self));
      numbers = firstRequests;
      reqsToSend = competitors; // line 14
      askUnlessOthersPass(); // line 12
    }

    /** Lines 11, 63 and 83. */
    private void askUnlessOthersPass() {
      if (authorized.isEmpty() && phase instanceof Requesting(var mine)) {
        reqsToSend.forEach(competitor -> ask(competitor, mine));
        reqsToSend = ProcessSet.EMPTY; // lines 64 and 84
      }
    }

    private void ask(int competitor, Ticket mine) {
      out.send(competitor, new Req(mine, numbers.get(competitor)));
    }

    void onReq(int from, Ticket theirs, int number) {
      clock = Math.max(clock, theirs.time()); // line 19
      switch (phase) {
        case Idle() -> { // line 20
          out.send(from, new Ack(number, clock)); // line 21
          authorized = authorized.plus(from); // line 23
        }
        case Requesting(var mine) when theirs.before(mine) -> { // line 20
          // Their Ack, if it is here, may stay: the other Acks do not come before they are done.
          out.send(from, new Ack(number, clock)); // line 21
          if (authorized.isEmpty()) {
            competitors.minus(from).forEach(this::letPass); // line 25
          }
          authorized = authorized.plus(from); // line 23
        }
        case Requesting _ when !authorized.isEmpty() -> { // line 42
          if (!reqsToSend.contains(from)) {
            out.send(from, new End(clock)); // line 44
            hold(from);
          }
          out.send(from, new Ack(number, clock)); // line 52
        }
        case Requesting _, InCs() -> waitingReqs = waitingReqs.with(from, number); // line 54
      }
    }

    private void letPass(int competitor) {
      if (waitingReqs.has(competitor)) {
        out.send(competitor, new Ack(waitingReqs.get(competitor), clock)); // line 28
        waitingReqs = waitingReqs.without(competitor); // line 27
      } else {
        out.send(competitor, new End(clock)); // line 30
      }
      hold(competitor);
    }

    /** Lines 32 to 37, and again 45 to 50: an Ack counts no longer, be it here or on its way. */
    private void hold(int competitor) {
      reqsToSend = reqsToSend.plus(competitor);
      acksRcvd = acksRcvd.minus(competitor);
      numbers = numbers.with(competitor, numbers.get(competitor) + 1);
    }

    void onAck(int from, int number, int time) {
      clock = Math.max(clock, time);
      authorized = authorized.minus(from); // line 60
      if (numbers.get(from) == number) { // line 68
        acksRcvd = acksRcvd.plus(from); // line 71
      }
      if (acksRcvd.equals(competitors)) {
        phase = new InCs(); // line 73
        acksRcvd = ProcessSet.EMPTY;
        numbers = Numbers.NONE;
        out.granted();
      }
      askUnlessOthersPass(); // line 63
    }

    void onEnd(int from, int time) {
      clock = Math.max(clock, time); // line 78
      authorized = authorized.minus(from); // line 79
      waitingReqs = waitingReqs.without(from); // line 81
      askUnlessOthersPass(); // line 83
    }

    void exit() {
      phase = new Idle(); // lines 88 and 89
      competitors.forEach(
          competitor -> {
            if (waitingReqs.has(competitor)) {
              authorized = authorized.plus(competitor); // line 91
              out.send(competitor, new Ack(waitingReqs.get(competitor), clock)); // line 92
            } else {
              out.send(competitor, new End(clock)); // line 95
            }
          });
      waitingReqs = Numbers.NONE; // line 96
    }
  }
}
