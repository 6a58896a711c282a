package io.sluice.protocol.membership;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Depart;
import io.sluice.protocol.Input.Excluded;
import io.sluice.protocol.Input.Join;
import io.sluice.protocol.Input.Order;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Tick;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessId;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.compose.SendOnly;
import io.sluice.protocol.membership.Message.Closed;
import io.sluice.protocol.membership.Message.Enter;
import io.sluice.protocol.membership.Message.Exit;
import io.sluice.protocol.membership.Message.Found;
import io.sluice.protocol.membership.Message.Freed;
import io.sluice.protocol.membership.Message.Held;
import io.sluice.protocol.membership.Message.OfCensus;
import io.sluice.protocol.membership.Message.OfViews;
import io.sluice.protocol.membership.Message.Reachable;
import io.sluice.protocol.membership.Message.Start;
import io.sluice.protocol.membership.Message.Unreliable;
import io.sluice.protocol.membership.Phase.Over;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The views of a cluster ({@link Views}) and the census of each ({@link Census}), around one lock
 * of which nothing else is known: what the explorer searches to judge the rules that all locks of a
 * cluster stand on.
 *
 * <p>The protocol that grants the lock within a view is left to the environment, which may grant it
 * by {@link Enter} to any member at which the view is open, unless another member holds it by the
 * same view. Every correct lock protocol is one way of doing so; what is found here holds for all
 * of them.
 *
 * <p>A process that has ended answers everything with {@link Closed}, as an operating system does
 * for a socket that is gone.
 */
public final class Membership implements Protocol<Membership.State, Message> {

  /** In ticks; the margin covers more than the tick in which clocks are apart. */
  static final Timing TIMING = new Timing(2, 3, 1);

  /** Times that long ago are all past every lease and every wait. */
  static final int HORIZON = 5;

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("membership", Family.MEMBERSHIP, Membership::new)
          .source("view agreement: Lamport, ACM TOCS 16(2), 1998; leases and census: our own")
          .cost("0 an entry; 2n(n-1) an interval, and about 5(n-1) a view")
          .tolerates("crashes, losses and pauses of less than a quorum; messages in any order")
          .horizon(HORIZON)
          .pairInvariant("one-view", MembershipInvariants::oneView)
          .pairInvariant("lease-expired", MembershipInvariants::leaseExpired)
          .pairInvariant("held-respected", MembershipInvariants::heldRespected)
          .pairInvariant("fences-rise", MembershipInvariants::fencesRise)
          .settled(MembershipInvariants::settled)
          .noticed(MembershipOrders::noticed)
          .orders("disconnect", MembershipOrders::disconnects)
          .orders("lock", MembershipOrders::locks)
          .build();

  /**
   * A grant of the lock.
   *
   * @param view the number of the view that it was granted in; 0 if the lock was never granted
   * @param current whether it has not been released or lost
   */
  public record Grant(long view, long fence, boolean current) {
    static final Grant NEVER = new Grant(0, 0, false);
  }

  /** A message of the census of a view that has not come into force here yet. */
  public record Early(@ProcessId int from, OfCensus message) {}

  /** Whether a process has been started. */
  public enum Presence {
    /** A newcomer that has not joined. */
    ABSENT,
    /** A newcomer that is to be started as soon as one process less runs; see {@link Founding}. */
    ARRIVED,
    STARTED
  }

  /**
   * @param census of the view in force
   * @param holders the members that hold the lock from earlier views
   * @param early what has arrived of later censuses
   * @param leaving whether the process is to depart as soon as it has released the lock
   */
  public record State(
      Presence presence,
      Views.State views,
      Census census,
      Holders holders,
      List<Early> early,
      Grant grant,
      boolean leaving) {

    State with(Views.State other) {
      return new State(presence, other, census, holders, early, grant, leaving);
    }

    State with(Census otherCensus, Holders otherHolders) {
      return new State(presence, views, otherCensus, otherHolders, early, grant, leaving);
    }

    State with(List<Early> other) {
      return new State(presence, views, census, holders, other, grant, leaving);
    }

    State with(Grant other) {
      return new State(presence, views, census, holders, early, other, leaving);
    }

    State being(Presence other) {
      return new State(other, views, census, holders, early, grant, leaving);
    }

    State departing() {
      return new State(presence, views, census, holders, early, grant, true);
    }

    State counting(View view) {
      return new State(
          presence, views, Census.of(view.memberSet()), Holders.NONE, early, grant, leaving);
    }

    boolean isStarted() {
      return presence == Presence.STARTED;
    }

    /** Whether the lock may be granted to this process by the protocol of the view in force. */
    boolean mayEnter() {
      return census.isOpen()
          && isMember()
          && !grant.current
          && !leaving
          && hasLease(views.now())
          && holders.admit(Claim.EXCLUSIVE);
    }

    /** The view that is in force here, or {@link View#NONE}. */
    View inForce() {
      return views.opened();
    }

    private boolean isMember() {
      return !inForce().members().isEmpty();
    }

    /** Whether this process may rely on being a member at that time. */
    boolean hasLease(long time) {
      return isMember()
          && views.member().map(member -> time < member.lease().until(TIMING)).orElse(false);
    }
  }

  private final int self;
  private final Views views;
  private final ProcessSet everyone;
  private final boolean startsAtOnce;
  private final boolean newcomer;
  private final State initial;

  /** A process of a cluster whose first view has just come into force. */
  public Membership(int self, Layout layout) {
    this(self, layout, Expected.NONE, ProcessSet.range(0, layout.size()));
  }

  /**
   * @param members those that are in the first view of a cluster, unless they are newcomers; the
   *     others seek one
   */
  Membership(int self, Layout layout, Expected expected, ProcessSet members) {
    if (layout.groups() != 1) {
      throw new IllegalArgumentException(
          "any two members are judged together, but only competitors would be in %s: give a number of nodes"
              .formatted(layout));
    }
    this.self = self;
    this.views = new Views(self, TIMING, expected);
    this.startsAtOnce = expected.isNone();
    this.everyone = ProcessSet.range(0, layout.size());
    this.newcomer = layout.newcomers().contains(self);
    this.initial =
        new State(
            newcomer ? Presence.ABSENT : Presence.STARTED,
            newcomer ? views.starting(HORIZON) : began(members.minus(layout.newcomers())),
            Census.of(ProcessSet.EMPTY),
            Holders.NONE,
            List.of(),
            Grant.NEVER,
            false);
  }

  private Views.State began(ProcessSet members) {
    if (!members.contains(self)) {
      return views.seeking(everyone.minus(self), HORIZON);
    }
    var inOrder = IntStream.range(0, everyone.size()).filter(members::contains).boxed().toList();
    return views.founding(new View(1, View.fenceAfter(0, 0), inOrder), HORIZON);
  }

  @Override
  public State initial() {
    return initial;
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    if (!s.isStarted()) {
      return switch (input) {
        case Tick(var now) -> s.with(s.views.at(now));
        case Join<Message> _ when startsAtOnce -> start(s, out);
        case Join<Message> _ -> s.being(Presence.ARRIVED);
        case Order(Start()) -> start(s, out);
        default -> s;
      };
    }
    if (s.views.phase() instanceof Over) {
      return ended(s, input, out);
    }
    return switch (input) {
      case Tick(var now) -> views(s, new Tick<>(now), out);
      case Receive(var from, OfViews message) ->
          views(connect(s, from, out), new Receive<>(from, message), out);
      case Receive(var from, OfCensus message) -> census(s, from, message);
      case Receive(var from, Closed()) -> disconnect(s, from, out);
      case Excluded(var peer) -> disconnect(s, peer, out);
      case Depart<Message> _ -> depart(s.departing(), out);
      case Order(Unreliable lost) -> views(s, new Order<>(lost), out);
      case Order(Found founding) -> views(s, new Order<>(founding), out);
      case Order(Enter()) -> enter(s);
      case Order(Exit()) -> depart(exit(s, out), out);
      default -> s;
    };
  }

  private static State ended(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Tick(var now) -> s.with(s.views.at(now));
      case Receive(_, Closed()) -> s;
      case Receive(var from, _) -> {
        out.send(from, new Closed());
        yield s;
      }
      case Depart<Message> _ -> {
        out.departed();
        yield s;
      }
      default -> s;
    };
  }

  // Connections. There are some with all members, and with the processes that seek to join.

  private State start(State s, Outbox<Message> out) {
    var started = s.being(Presence.STARTED).with(views.starting(s.views.now()));
    var reaching = views(started, new Order<>(new Reachable(everyone.minus(self))), out);
    return views(reaching, new Tick<>(s.views.now()), out);
  }

  private State connect(State s, int from, Outbox<Message> out) {
    var reachable = s.views.peers().reachable();
    return reachable.contains(from) ? s : reach(s, reachable.plus(from), out);
  }

  private State disconnect(State s, int from, Outbox<Message> out) {
    return reach(s, s.views.peers().reachable().minus(from), out);
  }

  private State reach(State s, ProcessSet processes, Outbox<Message> out) {
    return views(s, new Order<>(new Reachable(processes)), out);
  }

  // Views.

  /** Lets the views take a step, and does what follows from it. */
  private State views(State s, Input<OfViews> input, Outbox<Message> out) {
    var before = s.views;
    SendOnly<OfViews> messages = out::send;
    var after = views.on(before, input, messages);
    if (after.phase() instanceof Over) {
      return lose(s.with(after), before.peers().reachable(), out);
    }
    var stepped = s.with(after);
    return after.opened().equals(before.opened())
        ? stepped
        : install(stepped, before.opened().equals(View.NONE), out);
  }

  /** This process is a member no more: what it holds is lost, and its connections are closed. */
  private State lose(State s, ProcessSet connected, Outbox<Message> out) {
    out.send(connected, new Closed());
    if (s.leaving) {
      out.departed();
    }
    return new State(
        Presence.STARTED,
        s.views,
        Census.of(ProcessSet.EMPTY),
        Holders.NONE,
        List.of(),
        new Grant(s.grant.view, s.grant.fence, false),
        s.leaving);
  }

  /** A view comes into force: the process acts in it alone, and reports what it still holds. */
  private State install(State s, boolean first, Outbox<Message> out) {
    if (first && newcomer) {
      out.joined();
    }
    var view = s.inForce();
    var report = new Held(view.number(), s.grant.current);
    out.send(view.without(self), report);
    var counted = report(s.counting(view), self, report).with(List.of());
    for (var each : s.early) {
      counted = census(counted, each.from, each.message);
    }
    return counted;
  }

  // The census, and the lock.

  private static State census(State s, int from, OfCensus message) {
    if (message.view() < s.inForce().number()) {
      return s;
    }
    if (message.view() > s.inForce().number()) {
      var early = new ArrayList<>(s.early);
      early.add(new Early(from, message));
      return s.with(List.copyOf(early));
    }
    return report(s, from, message);
  }

  private static State report(State s, int from, OfCensus message) {
    return switch (message) {
      case Held(_, var holds) ->
          s.with(
              s.census.reportedBy(from), holds ? s.holders.with(from, Claim.EXCLUSIVE) : s.holders);
      case Freed _ -> s.with(s.census, s.holders.without(from));
    };
  }

  private static State enter(State s) {
    if (!s.mayEnter()) {
      return s;
    }
    return s.with(new Grant(s.inForce().number(), s.inForce().fence(), true));
  }

  private State exit(State s, Outbox<Message> out) {
    if (!s.grant.current) {
      return s;
    }
    var released = s.with(new Grant(s.grant.view, s.grant.fence, false));
    if (s.grant.view == s.inForce().number()) {
      return released;
    }
    out.send(s.inForce().without(self), new Freed(s.inForce().number()));
    return released.with(s.census, s.holders.without(self));
  }

  private State depart(State s, Outbox<Message> out) {
    return s.leaving && !s.grant.current && !s.views.leaving() ? views(s, new Depart<>(), out) : s;
  }
}
