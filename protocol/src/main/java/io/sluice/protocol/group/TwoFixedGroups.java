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
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.Ticket;
import io.sluice.protocol.Time;
import io.sluice.protocol.group.TwoFixedGroups.Message;
import io.sluice.protocol.group.TwoFixedGroups.Message.Ack;
import io.sluice.protocol.group.TwoFixedGroups.Message.End;
import io.sluice.protocol.group.TwoFixedGroups.Message.Req;
import io.sluice.protocol.group.TwoFixedGroups.Phase.Idle;
import io.sluice.protocol.group.TwoFixedGroups.Phase.InCs;
import io.sluice.protocol.group.TwoFixedGroups.Phase.Requesting;
import io.sluice.protocol.group.TwoFixedGroups.State;

/**
 * The 2-FGME of Belkhiria, Bertier and Tedeschi (UCC 2020), Algorithms 1 and 2 as printed, lines 1
 * to 98. It is wrong, and kept because it is the paper's: use {@link TwoFixedGroupsRepaired}.
 *
 * <p>A process asks only the members of the other group, its competitors, and enters once all have
 * acknowledged. A waiting process that acknowledges an older request lets the whole other group
 * pass: it acknowledges their younger requests too, withdraws its own with an {@code End}, and asks
 * again once one of them releases or withdraws.
 *
 * <p>As printed, lines 64 and 84 empty a set that the next line still needs: an Ack that answers
 * the second request is ignored, and all processes wait forever. {@link Edition#SWAPPED} has these
 * lines in the other order. Then competitors can be inside together, because an Ack does not say
 * which request it answers, and because line 21 acknowledges an older request of a process without
 * giving back the Ack that it got from that process. The explorer finds each within seconds.
 *
 * <p>Costs about 3n/2 messages an entry under load. Needs reliable FIFO channels and exactly two
 * groups. Two readings are kinder than the print: line 73 lets in only a process that asks (as
 * printed, an Ack too many lets in an idle one), and lines 63 and 83 send nothing while idle.
 */
public final class TwoFixedGroups implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM_PUBLISHED =
      algorithm("2fgme-published", Edition.PUBLISHED);

  public static final Algorithm<State, Message> ALGORITHM_SWAPPED =
      algorithm("2fgme-swapped", Edition.SWAPPED);

  private static Algorithm<State, Message> algorithm(String name, Edition edition) {
    return Algorithm.of(
            name, Family.GROUP, (self, layout) -> new TwoFixedGroups(self, layout, edition))
        .source("Belkhiria, Bertier and Tedeschi, UCC 2020")
        .cost("about 3n/2")
        .tolerates("nothing: it fails even on perfect channels")
        .flaw("is refuted; 2fgme is its repair")
        .clocks(Algorithm.Clocks.APART)
        .interchangeable(Layout::alliances)
        .build();
  }

  /** The order of lines 64 and 65, and of lines 84 and 85. */
  public enum Edition {
    /** As printed. */
    PUBLISHED,
    /** The other way round, as they must have been meant. */
    SWAPPED
  }

  public sealed interface Message {
    /** May I enter? */
    record Req(Ticket reqId) implements Message {}

    /**
     * You may, as far as I am concerned.
     *
     * @param renew although I still want to enter myself
     * @param end because I have just left
     */
    record Ack(boolean renew, boolean end) implements Message {}

    /** I have left, or withdraw my request for now. */
    record End(@Time int clock) implements Message {}
  }

  /** Idle to Requesting on acquire, to InCs on the last Ack, to Idle on release. */
  public sealed interface Phase {
    /** The {@code req_id} is infinitely young. */
    record Idle() implements Phase {}

    /** Has asked, or holds back the question until the other group has passed. */
    record Requesting(Ticket reqId) implements Phase {}

    record InCs(Ticket reqId) implements Phase {}
  }

  /**
   * The paper's variables.
   *
   * @param clock the paper's LC
   * @param waitingReqs the competitors whose requests are not acknowledged yet
   * @param reqsToSend the competitors to ask once the other group has passed
   * @param acksToIgn the competitors whose next Ack answers a withdrawn request
   * @param acksRcvd the competitors that have acknowledged
   * @param competitorsAuthorized whether the other group is being let pass
   */
  public record State(
      Phase phase,
      @Time int clock,
      ProcessSet waitingReqs,
      ProcessSet reqsToSend,
      ProcessSet acksToIgn,
      ProcessSet acksRcvd,
      boolean competitorsAuthorized) {}

  private final int self;
  private final ProcessSet competitors;
  private final Edition edition;

  public TwoFixedGroups(int self, Layout layout, Edition edition) {
    if (layout.groups() != 2 || layout.competitors(self).isEmpty()) {
      throw new IllegalArgumentException(
          "2-FGME runs on exactly two competing groups, not on " + layout);
    }
    this.self = self;
    this.competitors = layout.competitors(self);
    this.edition = edition;
  }

  @Override
  public State initial() {
    var none = ProcessSet.EMPTY;
    return new State(new Idle(), 0, none, none, none, none, false); // lines 2 to 6
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    var step = new Step(s, out);
    switch (input) {
      case Acquire(_) -> step.request();
      case Release() -> step.exit();
      case Receive(var from, Req(var reqId)) -> step.onReq(from, reqId);
      case Receive(var from, Ack(var renew, var end)) -> step.onAck(from, renew, end);
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
    private ProcessSet waitingReqs;
    private ProcessSet reqsToSend;
    private ProcessSet acksToIgn;
    private ProcessSet acksRcvd;
    private boolean competitorsAuthorized;

    Step(State s, Outbox<Message> out) {
      this.out = out;
      phase = s.phase;
      clock = s.clock;
      waitingReqs = s.waitingReqs;
      reqsToSend = s.reqsToSend;
      acksToIgn = s.acksToIgn;
      acksRcvd = s.acksRcvd;
      competitorsAuthorized = s.competitorsAuthorized;
    }

    State result() {
      return new State(
          phase, clock, waitingReqs, reqsToSend, acksToIgn, acksRcvd, competitorsAuthorized);
    }

    void request() {
      clock++; // line 10
      var reqId = new Ticket(clock, self);
      phase = new Requesting(reqId);
      if (!competitorsAuthorized) {
        out.send(competitors, new Req(reqId)); // line 12
      } else {
        reqsToSend = competitors; // line 14
      }
      acksRcvd = ProcessSet.EMPTY; // line 16
    }

    void onReq(int from, Ticket theirs) {
      clock = Math.max(clock, theirs.time()); // line 19
      switch (phase) {
        case Idle() -> { // line 20
          out.send(from, new Ack(false, false)); // line 21
          competitorsAuthorized = true; // line 23
        }
        case Requesting(var mine) when theirs.before(mine) -> { // line 20
          out.send(from, new Ack(false, false)); // line 21
          if (!competitorsAuthorized) {
            competitorsAuthorized = true; // line 23
            competitors.minus(from).forEach(this::letPass); // line 25
          }
        }
        case Requesting _ when competitorsAuthorized -> { // line 42
          if (!reqsToSend.contains(from)) {
            out.send(from, new End(clock)); // line 44
            hold(from);
          }
          out.send(from, new Ack(true, false)); // line 52
        }
        case Requesting _, InCs _ -> waitingReqs = waitingReqs.plus(from); // line 54
      }
    }

    private void letPass(int competitor) {
      if (waitingReqs.contains(competitor)) {
        waitingReqs = waitingReqs.minus(competitor); // line 27
        out.send(competitor, new Ack(true, false)); // line 28
      } else {
        out.send(competitor, new End(clock)); // line 30
      }
      hold(competitor);
    }

    /** Lines 32 to 37, and again 45 to 50: to be asked again, since its Ack counts no longer. */
    private void hold(int competitor) {
      reqsToSend = reqsToSend.plus(competitor);
      if (acksRcvd.contains(competitor)) {
        acksRcvd = acksRcvd.minus(competitor);
      } else {
        acksToIgn = acksToIgn.plus(competitor);
      }
    }

    void onAck(int from, boolean renew, boolean end) {
      if (end || renew) {
        competitorsAuthorized = false; // line 60
      }
      if (end) {
        acksToIgn = acksToIgn.minus(from); // line 62
        askHeld(); // lines 63 to 65
      }
      if (acksToIgn.contains(from)) {
        acksToIgn = acksToIgn.minus(from); // line 69
      } else {
        acksRcvd = acksRcvd.plus(from); // line 71
        if (acksRcvd.equals(competitors) && phase instanceof Requesting(var reqId)) {
          phase = new InCs(reqId); // line 73
          out.granted();
        }
      }
    }

    void onEnd(int from, int time) {
      clock = Math.max(clock, time); // line 78
      competitorsAuthorized = false; // line 79
      waitingReqs = waitingReqs.minus(from); // line 81
      askHeld(); // lines 83 to 85
    }

    /** Lines 63 to 65, and again 83 to 85. */
    private void askHeld() {
      switch (phase) {
        case Requesting(var reqId) -> out.send(reqsToSend, new Req(reqId));
        case InCs(var reqId) -> out.send(reqsToSend, new Req(reqId));
        case Idle() -> {}
      }
      switch (edition) {
        case PUBLISHED -> {
          reqsToSend = ProcessSet.EMPTY; // lines 64 and 84
          acksToIgn = acksToIgn.minus(reqsToSend); // lines 65 and 85: removes nothing
        }
        case SWAPPED -> {
          acksToIgn = acksToIgn.minus(reqsToSend);
          reqsToSend = ProcessSet.EMPTY;
        }
      }
    }

    void exit() {
      phase = new Idle(); // lines 88 and 89
      if (!waitingReqs.isEmpty()) {
        competitorsAuthorized = true; // line 91
        out.send(waitingReqs, new Ack(false, true)); // line 92
      }
      out.send(competitors.minus(waitingReqs), new End(clock)); // line 95
      waitingReqs = ProcessSet.EMPTY; // line 96
      acksToIgn = ProcessSet.EMPTY; // line 97
    }
  }
}
