package io.sluice.protocol.membership;

import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Depart;
import io.sluice.protocol.Input.Excluded;
import io.sluice.protocol.Input.Order;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Tick;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.Time;
import io.sluice.protocol.membership.Lease.Answer;
import io.sluice.protocol.membership.Message.Accept;
import io.sluice.protocol.membership.Message.Accepted;
import io.sluice.protocol.membership.Message.Decided;
import io.sluice.protocol.membership.Message.Found;
import io.sluice.protocol.membership.Message.OfViews;
import io.sluice.protocol.membership.Message.Ping;
import io.sluice.protocol.membership.Message.Pong;
import io.sluice.protocol.membership.Message.Prepare;
import io.sluice.protocol.membership.Message.Promise;
import io.sluice.protocol.membership.Message.Reachable;
import io.sluice.protocol.membership.Message.Unreliable;
import io.sluice.protocol.membership.Peers.Seeker;
import io.sluice.protocol.membership.Phase.Member;
import io.sluice.protocol.membership.Phase.Over;
import io.sluice.protocol.membership.Phase.Resting;
import io.sluice.protocol.membership.Phase.Seeking;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the views of a cluster: each member asks for its lease ({@link Lease}), suspects members
 * that it loses touch with, has them excluded from the next view, and lets newcomers into it.
 *
 * <p>A member suspects for good a member that it cannot reach, even for a moment, since a message
 * may have been lost. A suspicion may be wrong without harm: the views are agreed on by quorum
 * ({@link Agreement}), and a view that excludes members which have not departed comes into force
 * only after their leases have expired.
 *
 * <p>Every step begins by judging the process's own lease by the present time, so a process that
 * was paused does nothing with a lease that has expired meanwhile. The time comes with {@link
 * Input.Tick}, or with {@link State#at} ahead of another input.
 *
 * <p>What the environment has to look at is in the state: {@link Member#opened} changes when a view
 * comes into force, and the phase becomes {@link Over} when the process is no member any more.
 */
public final class Views implements Protocol<Views.State, OfViews> {

  /**
   * @param now the present time
   * @param heard the time of this process's latest ping that it counts as answered by itself: the
   *     present, unless the environment says otherwise
   * @param wallMillis the calendar time in milliseconds, for fencing numbers; 0 if there is none
   * @param leaving whether the process is to depart
   */
  public record State(
      @Time long now,
      @Time long heard,
      long wallMillis,
      Peers peers,
      boolean leaving,
      Phase phase) {

    /** The same state at another time. */
    public State at(long time) {
      return time == now ? this : new State(time, time, wallMillis, peers, leaving, phase);
    }

    /** The same state at another time, with what else the environment knows of it. */
    public State at(long time, long heardTime, long wall) {
      return new State(time, heardTime, wall, peers, leaving, phase);
    }

    State with(Peers other) {
      return new State(now, heard, wallMillis, other, leaving, phase);
    }

    State with(Phase other) {
      return new State(now, heard, wallMillis, peers, leaving, other);
    }

    State departing() {
      return new State(now, heard, wallMillis, peers, true, phase);
    }

    /** This process as a member, if it is one. */
    public Optional<Member> member() {
      return phase instanceof Member member ? Optional.of(member) : Optional.empty();
    }

    /** Whether this process is a member, and the view will last as far as it knows. */
    public boolean isAtRest() {
      return !leaving && peers.seekers().isEmpty() && member().map(Member::isAtRest).orElse(false);
    }

    /** The view that is in force at this process, or {@link View#NONE}. */
    public View opened() {
      return member().map(Member::opened).orElse(View.NONE);
    }

    /** The processes that this state mentions. */
    public ProcessSet mentioned() {
      return peers.mentioned().plus(member().map(Member::mentioned).orElse(ProcessSet.EMPTY));
    }

    /** Nothing is remembered of what a process knew that is a member no more. */
    State over(String why, boolean last) {
      return new State(now, heard, wallMillis, Peers.NONE, leaving, new Over(why, last));
    }
  }

  private final int self;
  private final Timing timing;
  private final Expected expected;

  public Views(int self, Timing timing, Expected expected) {
    this.self = self;
    this.timing = timing;
    this.expected = expected;
  }

  @Override
  public State initial() {
    return starting(timing.lease());
  }

  /** A process that is started at that time. */
  State starting(long now) {
    boolean rests = !expected.isNone() && expected.counts();
    return new State(now, now, 0, Peers.NONE, false, rests ? new Resting(now) : new Seeking());
  }

  /** A process that seeks a cluster, and reaches these. */
  State seeking(ProcessSet reachable, long now) {
    var peers = new Peers(reachable, ProcessSet.EMPTY, List.of());
    return new State(now, now, 0, peers, false, new Seeking());
  }

  /** A member of a cluster whose first view has just come into force. */
  public State founding(View first, long now) {
    var peers = new Peers(first.without(self), ProcessSet.EMPTY, List.of());
    var member =
        new Member(
            new Proposal(first, ProcessSet.EMPTY),
            now,
            Agreement.NOTHING,
            new Lease(now, List.of()),
            first,
            Optional.empty(),
            ProcessSet.EMPTY,
            ProcessSet.EMPTY,
            Optional.empty());
    return new State(now, now, 0, peers, false, member);
  }

  @Override
  public State on(State before, Input<OfViews> input, Outbox<OfViews> out) {
    var s = rested(judgeLease(input instanceof Tick<OfViews>(var now) ? before.at(now) : before));
    if (s.phase instanceof Over) {
      return s;
    }
    return act(
        switch (input) {
          case Tick<OfViews> _ -> ping(s, out);
          case Receive(var from, var message) -> receive(s, from, message, out);
          case Depart<OfViews> _ -> ping(s.departing(), out);
          case Excluded(var peer) -> reach(s, s.peers.reachable().minus(peer));
          case Order(Reachable(var processes)) -> reach(s, processes);
          case Order(Unreliable(var process)) ->
              suspectUnreachable(s.with(s.peers.distrusting(process)));
          case Order(Found(var number)) -> found(s, number);
          default -> s;
        },
        out);
  }

  // Pings, leases and suspicion.

  private State rested(State s) {
    return s.phase instanceof Resting(var since) && s.now - since >= timing.waiting()
        ? s.with(new Seeking())
        : s;
  }

  private State ping(State s, Outbox<OfViews> out) {
    if (s.phase instanceof Resting) {
      return s;
    }
    var suspects = s.member().map(Member::suspects).orElse(ProcessSet.EMPTY);
    out.send(
        s.peers.reachable().minus(self),
        new Ping(number(s), s.now, s.leaving, suspects, expected.counts()));
    return s;
  }

  private static long number(State s) {
    return s.member().map(Member::number).orElse(0L);
  }

  private State receive(State s, int from, OfViews message, Outbox<OfViews> out) {
    if (message instanceof Ping ping) {
      return onPing(s, from, ping, out);
    }
    if (s.phase instanceof Member member) {
      return switch (message) {
        case Pong(var view, var sent, var counts)
            when view == member.number() && member.view().has(from) ->
            s.with(member.with(answered(member, new Answer(from, sent, counts))));
        case Decided(var proposal) -> decided(s, proposal);
        default -> agree(s, member, from, message, out);
      };
    }
    return message instanceof Decided(var proposal) && proposal.view().has(self)
        ? join(s, proposal)
        : s;
  }

  private Lease answered(Member member, Answer answer) {
    return member.lease().answered(member.view(), expected.needed(), answer);
  }

  private State onPing(State s, int from, Ping ping, Outbox<OfViews> out) {
    boolean known = s.member().map(member -> member.view().has(from)).orElse(false);
    var heard =
        ping.view() == 0 && !known
            ? s.peers.withSeeker(new Seeker(from, s.now, ping.counts()))
            : s.peers.withoutSeekers(ProcessSet.of(from));
    var after = s.with(heard);
    if (!(s.phase instanceof Member member)) {
      return after;
    }
    if (ping.view() == member.number() && known) {
      if (!member.agreement().isMovingOn()) {
        out.send(from, new Pong(ping.view(), ping.sent(), expected.counts()));
      }
      // A member that suspects this one is not relied on either: what it sent may be lost.
      var suspects = ping.suspects().contains(self) ? ProcessSet.of(from) : ProcessSet.EMPTY;
      return after.with(
          member.hearing(
              ping.leaving() ? ProcessSet.of(from) : ProcessSet.EMPTY,
              suspects.plus(ping.suspects().minus(self))));
    }
    if (ping.view() < member.number() && (ping.view() > 0 || known)) {
      out.send(from, new Decided(member.current()));
    }
    return after;
  }

  private State reach(State s, ProcessSet processes) {
    return suspectUnreachable(s.with(s.peers.reaching(processes)));
  }

  private State suspectUnreachable(State s) {
    if (!(s.phase instanceof Member member)) {
      return s;
    }
    var unreachable = ProcessSet.EMPTY;
    for (int peer : member.view().members()) {
      if (peer != self && !s.peers.isReliable(peer)) {
        unreachable = unreachable.plus(peer);
      }
    }
    return s.with(member.hearing(ProcessSet.EMPTY, unreachable));
  }

  /** Counts the process's own answer, unless it has accepted a next view, and ends it if due. */
  private State judgeLease(State s) {
    if (!(s.phase instanceof Member member)) {
      return s;
    }
    var lease =
        member.agreement().isMovingOn()
            ? member.lease()
            : answered(member, new Answer(self, s.heard, expected.counts()));
    boolean expired = s.now > lease.until(timing) && s.now - member.since() > timing.lease();
    return expired
        ? s.over("cut off from the others for longer than the lease", false)
        : s.with(member.with(lease));
  }

  // Agreement on the next view.

  private State agree(State s, Member member, int from, OfViews message, Outbox<OfViews> out) {
    long number =
        switch (message) {
          case Prepare prepare -> prepare.number();
          case Promise promise -> promise.number();
          case Accept accept -> accept.proposal().view().number();
          case Accepted accepted -> accepted.number();
          default -> Long.MAX_VALUE;
        };
    if (number <= member.number()) {
      out.send(from, new Decided(member.current()));
    }
    if (number != member.number() + 1 || !member.view().has(from)) {
      return s;
    }
    var agreement = member.agreement();
    return conclude(
        s,
        member.with(
            switch (message) {
              case Prepare prepare -> agreement.onPrepare(from, prepare, out);
              case Promise promise -> agreement.onPromise(member.view(), self, from, promise, out);
              case Accept accept -> agreement.onAccept(from, accept, out);
              case Accepted accepted -> agreement.onAccepted(from, accepted);
              default -> agreement;
            }),
        out);
  }

  /** Tells everyone concerned if the process's own attempt has decided the next view. */
  private State conclude(State s, Member member, Outbox<OfViews> out) {
    var concluded = member.agreement().decided(member.view());
    if (concluded.isEmpty()) {
      return s.with(member);
    }
    var told = member.view().memberSet().plus(concluded.get().view().memberSet()).minus(self);
    out.send(told, new Decided(concluded.get()));
    return decided(s.with(member), concluded.get());
  }

  private State decided(State s, Proposal proposal) {
    var member = s.member().orElseThrow();
    var view = proposal.view();
    if (view.number() <= member.number() || isForeign(s, member, view)) {
      return s;
    }
    if (!view.has(self)) {
      return s.over(
          s.leaving ? "left" : "excluded by the others",
          view.members().isEmpty() && !member.isWaiting());
    }
    if (view.number() != member.number() + 1) {
      // The views between may have been without this process, and others may hold what it holds.
      return s.over("left behind by the others", false);
    }
    return enter(s, proposal, member);
  }

  /**
   * Whether a view may be one of another cluster, where several may be founded. The next view of
   * this cluster is no such view, and later ones are in force only when this member's lease has
   * expired.
   */
  private boolean isForeign(State s, Member member, View view) {
    return !expected.isNone()
        && view.number() != member.number() + 1
        && s.now <= member.lease().until(timing);
  }

  /** Becomes a member of an existing cluster, or founds one. */
  private State join(State s, Proposal proposal) {
    var none = new Proposal(View.NONE, ProcessSet.EMPTY);
    return enter(
        s,
        proposal,
        new Member(
            none,
            s.now,
            Agreement.NOTHING,
            Lease.none(s.now, timing),
            View.NONE,
            Optional.empty(),
            ProcessSet.EMPTY,
            ProcessSet.EMPTY,
            Optional.empty()));
  }

  private State found(State s, long number) {
    long fence = View.fenceAfter(0, s.wallMillis);
    return s.phase instanceof Seeking
        ? join(s, new Proposal(new View(number, fence, List.of(self)), ProcessSet.EMPTY))
        : s;
  }

  private State enter(State s, Proposal proposal, Member before) {
    var members = proposal.view().memberSet();
    var member =
        new Member(
            proposal,
            before.since(),
            Agreement.NOTHING,
            before.lease().inNextView(),
            before.opened(),
            proposal.excluded().isEmpty() ? before.waitingSince() : Optional.of(s.now),
            before.leavers().intersection(members),
            before.suspects().intersection(members),
            Optional.empty());
    return suspectUnreachable(s.with(s.peers.withoutSeekers(members)).with(member));
  }

  // What is due after each step.

  private State act(State s, Outbox<OfViews> out) {
    var judged = judgeLease(s);
    if (!(judged.phase instanceof Member member)) {
      return judged;
    }
    boolean due =
        member.waitingSince().map(since -> s.now - since >= timing.waiting()).orElse(true);
    var opened = member.isWaiting() && due ? member.opening() : member;
    boolean mayPropose = opened.proposed().map(last -> s.now - last >= timing.retry()).orElse(true);
    return leads(opened) && mayPropose
        ? propose(judged.with(opened), opened, out)
        : judged.with(opened);
  }

  /** The longest-standing member that is not suspected proposes the next view. */
  private boolean leads(Member member) {
    return member.view().members().stream()
        .filter(each -> !member.suspects().contains(each))
        .findFirst()
        .filter(first -> first == self)
        .isPresent();
  }

  private State propose(State s, Member member, Outbox<OfViews> out) {
    var before = member.view().members();
    var departing = s.leaving ? member.leavers().plus(self) : member.leavers();
    var after = new LinkedHashSet<>(before);
    after.removeIf(each -> member.suspects().contains(each) || departing.contains(each));
    s.peers
        .seeking(s.now, timing)
        .forEach(
            seeker -> {
              if (s.peers.isReliable(seeker)) {
                after.add(seeker);
              }
            });
    var members = List.copyOf(after);
    if (members.equals(before)) {
      return s;
    }
    var excluded = member.suspects().minus(departing).minus(self);
    if (member.isWaiting()) {
      // A newcomer must wait for these, too: all other members may depart meanwhile.
      excluded = excluded.plus(member.current().excluded());
    }
    long fence = View.fenceAfter(member.view().fence(), s.wallMillis);
    var proposal = new Proposal(new View(member.number() + 1, fence, members), excluded);
    var proposing = member.proposingAt(s.now);
    return conclude(
        s, proposing.with(member.agreement().propose(member.view(), self, proposal, out)), out);
  }
}
