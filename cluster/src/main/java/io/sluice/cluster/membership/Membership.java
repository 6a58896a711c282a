package io.sluice.cluster.membership;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import io.sluice.protocol.Input;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.compose.SendOnly;
import io.sluice.protocol.membership.Expected;
import io.sluice.protocol.membership.Message;
import io.sluice.protocol.membership.Message.OfViews;
import io.sluice.protocol.membership.Phase.Over;
import io.sluice.protocol.membership.Phase.Seeking;
import io.sluice.protocol.membership.Timing;
import io.sluice.protocol.membership.Views;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Runs the protocol {@link Views} for one incarnation of a node: translates members to process
 * numbers and the node's clock to the protocol's time, sends what the protocol sends, and tells the
 * node when a view comes into force and when its membership is over.
 *
 * <p>Not for several threads at once, except for {@link #leaseUntil}. The time comes in as an
 * argument. Public for transports that have modules of their own.
 */
public final class Membership {

  /** What the protocol needs of the node. */
  public interface Environment {
    void send(Member to, MembershipMessage message);

    /** Sends several members the same. */
    default void sendAll(Set<Member> to, MembershipMessage message) {
      to.forEach(each -> send(each, message));
    }

    /**
     * The time of this member's latest ping that it counts as answered by itself, which counts for
     * its lease like the answers of others: the present, unless the transport has to see it first.
     */
    default long answeredByItself(long now) {
      return now;
    }

    default long wallClockMillis() {
      return System.currentTimeMillis();
    }
  }

  /** Hears what becomes of the membership. */
  public interface Listener {

    /** The view is in force. */
    void installed(View view, Member self);

    /** This node is a member no more. */
    void lost(String why);
  }

  /** How much longer than a lease a view waits for its end: clocks do not run equally fast. */
  private static final double MARGIN = 1.2;

  private static final int PROPOSALS_A_LEASE = 4;

  /** The part of a lease for which views with members out of reach are dropped. */
  private static final int EARLY_A_LEASE = 8;

  /** How often at least a member renews its lease before that would expire. */
  private static final int RENEWALS_A_LEASE = 5;

  private static final int RANDOM_BITS = 31;

  private static final Comparator<Member> BY_IDENTITY =
      Comparator.comparingLong(Member::high).thenComparingLong(Member::low);

  private final Member self;
  private final Environment environment;
  private final Listener listener;
  private final Timing timing;
  private final Expected expected;
  private final Identities identities = new Identities();
  private final Translation translation;
  private final EarlyViews early;
  private final Views views;
  private Views.State state;
  private volatile long leaseUntil;

  /**
   * @param lease how long one lasts, in nanoseconds
   * @param now what the clock shows
   */
  public Membership(Member self, long lease, Environment environment, Listener listener, long now) {
    this(self, lease, Expected.NONE, environment, listener, now);
  }

  /**
   * @param expected what a cluster without a fixed first address counts on
   * @param lease how long one lasts, in nanoseconds
   * @param now what the clock shows
   */
  public Membership(
      Member self,
      long lease,
      Expected expected,
      Environment environment,
      Listener listener,
      long now) {
    this.self = self;
    this.expected = expected;
    this.environment = environment;
    this.listener = listener;
    this.timing =
        new Timing(lease, (long) (lease * MARGIN), Math.max(1, lease / PROPOSALS_A_LEASE));
    this.early = new EarlyViews(self, lease / EARLY_A_LEASE);
    this.views = new Views(identities.number(self), timing, expected);
    this.state = views.initial();
    this.translation = new Translation(identities, now - state.now());
    this.leaseUntil = now;
  }

  public boolean isMember() {
    return state.member().isPresent();
  }

  /**
   * Whether the cluster ended with this member: the next view has no members, and there was no
   * lease of an excluded member to wait for.
   */
  public boolean endedForAll() {
    return state.phase() instanceof Over(_, var last) && last;
  }

  /** Whether all these have said within the last lease that they are no members. */
  public boolean allSeek(Set<Member> others) {
    var seeking = state.peers().seeking(state.now(), timing);
    return others.stream().allMatch(other -> identities.isIn(seeking, other));
  }

  /** When the lease expires, on the node's clock. */
  public long leaseUntil() {
    return leaseUntil;
  }

  /** Founds a cluster. The caller knows that there is no other, or its processes are expected. */
  public void found(long now) {
    step(new Input.Order<>(new Message.Found(firstView())), now);
  }

  /**
   * Later for a later cluster. Where several may be founded in the same second, far enough from
   * those of the others: the views of a cluster are numbered one after the other.
   */
  private long firstView() {
    long millis = environment.wallClockMillis();
    return expected.isNone()
        ? millis
        : ((millis / 1000) << RANDOM_BITS)
            + ThreadLocalRandom.current().nextLong(1L << RANDOM_BITS);
  }

  /**
   * Whether this process should found a cluster where processes are expected: enough of them seek
   * one for the members to have leases, and it is the first of those in touch, so that only one
   * does. Which one makes no difference, but guests found none: they are passed over.
   */
  public boolean shouldFound(Set<Member> others) {
    var counting = state.peers().countingSeekers(state.now(), timing);
    var guests = state.peers().seeking(state.now(), timing).minus(counting);
    long those = others.stream().filter(other -> identities.isIn(counting, other)).count();
    return expected.counts()
        && state.phase() instanceof Seeking
        && those + 1 >= expected.needed()
        && others.stream()
            .filter(other -> !identities.isIn(guests, other))
            .allMatch(other -> BY_IDENTITY.compare(self, other) < 0);
  }

  /** Asks to be left out of the next view. */
  public void leave(long now) {
    step(new Input.Depart<>(), now);
  }

  /** The set of members that can be reached has changed. */
  public void reach(Set<Member> members, long now) {
    boolean dropped = early.reach(members);
    step(new Input.Order<>(new Message.Reachable(identities.numbers(members))), now);
    if (dropped) {
      tick(now);
    }
  }

  /** A message to or from that member may have been lost. */
  public void distrust(Member member, long now) {
    step(new Input.Order<>(new Message.Unreliable(identities.number(member))), now);
  }

  /**
   * Whether this member need not be told that time has passed: its view lasts, and its lease was
   * renewed of late. A ping takes two messages for each other member where a transport sends it to
   * each apart, so that members should not ask more often than they have to.
   */
  public boolean isAtRest(long now) {
    long renewed = leaseUntil - timing.lease();
    return state.isAtRest()
        && !early.isAwaited()
        && now - renewed < timing.lease() / RENEWALS_A_LEASE;
  }

  /** Time has passed. */
  public void tick(long now) {
    step(new Input.Tick<>(translation.time(now)), now);
  }

  public void receive(Member from, MembershipMessage message, long now) {
    if (early.drops(message, now)) {
      return;
    }
    translation
        .toProtocol(message)
        .ifPresent(
            translated -> step(new Input.Receive<>(identities.number(from), translated), now));
  }

  private void step(Input<OfViews> input, long now) {
    var before = state;
    var sent = new Sent();
    state = views.on(timed(now), input, sent);
    state
        .member()
        .ifPresent(member -> leaseUntil = translation.clock(member.lease().until(timing)));
    sent.messages.forEach(Runnable::run);
    tellListener(before, state);
    if (before.member().isEmpty() && isMember()) {
      // A newcomer grants nothing before it has a lease, so it asks for one at once.
      tick(now);
    }
    if (identities.areMany()) {
      identities.retain(state.mentioned().plus(identities.number(self)));
    }
  }

  private Views.State timed(long now) {
    return state.at(
        translation.time(now),
        translation.time(environment.answeredByItself(now)),
        environment.wallClockMillis());
  }

  private void tellListener(Views.State before, Views.State after) {
    if (after.phase() instanceof Over(var why, _)) {
      if (!(before.phase() instanceof Over)) {
        listener.lost(why);
      }
      return;
    }
    long opened = before.opened().number();
    if (after.opened().number() != opened) {
      listener.installed(translation.fromProtocol(after.opened()), self);
    }
  }

  /** What the protocol sends in one step; it is sent after the step. */
  private final class Sent implements SendOnly<OfViews> {
    private final List<Runnable> messages = new ArrayList<>();

    @Override
    public void send(int to, OfViews message) {
      var member = identities.member(to);
      var translated = translation.fromProtocol(message);
      messages.add(() -> environment.send(member, translated));
    }

    @Override
    public void send(ProcessSet to, OfViews message) {
      var members = new HashSet<>(identities.members(to));
      var translated = translation.fromProtocol(message);
      messages.add(() -> environment.sendAll(members, translated));
    }
  }
}
