package io.sluice.cluster.membership;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import io.sluice.cluster.membership.MembershipMessage.Decided;
import io.sluice.cluster.membership.MembershipMessage.Ping;
import io.sluice.cluster.membership.MembershipMessage.Pong;
import io.sluice.cluster.membership.MembershipMessage.Proposal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One member's part in keeping the views: it asks for leases, notices who is gone, has them left
 * out of the next view, and lets newcomers into it.
 *
 * <p>Whom it cannot reach any more, even for a moment, it suspects for good, since a message may
 * have been lost; the suspect, if it lives, comes back as another member. Suspicion may be wrong
 * without harm: agreement is by quorum ({@link ViewAgreement}), and a view without somebody who has
 * not taken leave comes into force only after that one's lease has ended ({@link LeaseClock}).
 *
 * <p>Not for several threads at once, but for {@link #leaseUntil}. Time comes in as an argument.
 * Public for transports that have modules of their own.
 */
public final class Membership {

  /** What it can do to the world. */
  public interface Surroundings {
    void tell(Member to, MembershipMessage word);

    /** Tells several the same. */
    default void tellAll(Set<Member> those, MembershipMessage word) {
      those.forEach(each -> tell(each, word));
    }

    /**
     * When this member asked what it has answered itself by now, which counts for its lease like
     * the answers of others. That is now, unless even for that something else must be in order.
     */
    default long heardOneself(long now) {
      return now;
    }

    default long wallClockMillis() {
      return System.currentTimeMillis();
    }
  }

  /** What becomes of it. */
  public interface Fate {

    /** The view is in force. */
    void installed(View view, Member self);

    /** This member is none any more. */
    void lost(String why);
  }

  /** How much longer than a lease one waits for its end: clocks do not run equally fast. */
  private static final double MARGIN = 1.2;

  private final Member self;
  private final long lease;
  private final Surroundings world;
  private final Fate fate;
  private final LeaseClock clock;

  private Optional<ViewAgreement> succession = Optional.empty();
  private Set<Member> reachable = Set.of();
  private final Map<Member, Long> seekers = new HashMap<>();
  private final Set<Member> leavers = new HashSet<>();
  private final Set<Member> suspects = new HashSet<>();

  /** Those to or from whom something may have been lost; they will never be relied on again. */
  private final Set<Member> unreliable = new HashSet<>();

  private Optional<View> next = Optional.empty();

  /** Whom the views up to this one have excluded: while {@link #next} waits, for their leases. */
  private List<Member> lingering = List.of();

  private long nextAt;
  private long latest;
  private long proposedAt;
  private long memberSince;
  private long now;
  private boolean leaving;
  private boolean over;

  /**
   * @param lease how long one lasts, in nanoseconds
   */
  public Membership(Member self, long lease, Surroundings world, Fate fate, long now) {
    this.self = self;
    this.lease = lease;
    this.world = world;
    this.fate = fate;
    this.now = now;
    this.clock = new LeaseClock(lease, now);
  }

  public boolean isMember() {
    return succession.isPresent() && !over;
  }

  /**
   * Whether the cluster ended with this member: it was the last one, and had nobody's lease to wait
   * for, or all took leave together.
   */
  public boolean endedForAll() {
    return over && next.isEmpty() && succession.isPresent() && view().members().isEmpty();
  }

  /** Whether all these have said of late that they are no members. */
  public boolean allSeek(Set<Member> others) {
    return others.stream().allMatch(this::seeks);
  }

  private boolean seeks(Member member) {
    Long heard = seekers.get(member);
    return heard != null && now - heard < lease;
  }

  public long leaseUntil() {
    return clock.until();
  }

  /** Makes a view of its own. Whoever calls this knows that there is no other. */
  public void found(long time) {
    now = time;
    long wall = world.wallClockMillis();
    decided(new Proposal(new View(wall, View.fenceAfter(0, wall), List.of(self)), List.of()));
    act();
  }

  /** Wants to be left out of the next view. */
  public void leave(long time) {
    leaving = true;
    tick(time);
  }

  /** Who can be reached has changed. */
  public void reach(Set<Member> those, long time) {
    now = time;
    // Not Set.copyOf, whose order differs from run to run: a simulation can be repeated.
    reachable = new HashSet<>(those);
    seekers.keySet().retainAll(reachable);
    suspectTheUnreachable();
    act();
  }

  /** Something that was sent to that member, or by it, may have been lost. */
  public void distrust(Member member, long time) {
    now = time;
    unreliable.add(member);
    suspectTheUnreachable();
    act();
  }

  private void suspectTheUnreachable() {
    succession.ifPresent(
        those ->
            those.current().members().stream()
                .filter(member -> !member.equals(self) && !isReliable(member))
                .forEach(suspects::add));
  }

  private boolean isReliable(Member member) {
    return reachable.contains(member) && !unreliable.contains(member);
  }

  /** Time has passed. */
  public void tick(long time) {
    now = time;
    if (over) {
      return;
    }
    var ping = new Ping(number(), now, leaving, List.copyOf(suspects));
    var others = new HashSet<>(reachable);
    others.remove(self);
    world.tellAll(others, ping);
    act();
  }

  public void hear(Member from, MembershipMessage word, long time) {
    now = time;
    if (over) {
      return;
    }
    switch (word) {
      case Ping ping -> onPing(from, ping);
      case Pong(var view, var sent) -> {
        if (isMember() && view == number() && view().members().contains(from)) {
          clock.answer(view(), from, sent, now);
        }
      }
      case Decided(var proposal) when succession.isEmpty() -> {
        if (proposal.view().members().contains(self)) {
          decided(proposal);
        }
      }
      default -> succession.ifPresent(those -> those.hear(from, word));
    }
    act();
  }

  private void onPing(Member from, Ping ping) {
    if (ping.view() == 0 && !(isMember() && view().members().contains(from))) {
      seekers.put(from, now);
    } else {
      seekers.remove(from);
    }
    if (succession.isEmpty()) {
      return;
    }
    boolean known = view().members().contains(from);
    if (ping.view() == number() && known) {
      if (ping.leaving()) {
        leavers.add(from);
      }
      ping.suspects().forEach(suspect -> hearOfSuspicion(from, suspect));
      if (!succession.get().isMovingOn()) {
        world.tell(from, new Pong(ping.view(), ping.sent()));
      }
    } else if (ping.view() < number() && (ping.view() > 0 || known)) {
      succession.get().inform(from);
    }
  }

  /** Who suspects us cannot be relied on either: a message may be lost that we believe arrived. */
  private void hearOfSuspicion(Member from, Member suspect) {
    if (suspect.equals(self)) {
      suspects.add(from);
    } else if (view().members().contains(suspect)) {
      suspects.add(suspect);
    }
  }

  private long number() {
    return succession.map(those -> those.current().number()).orElse(0L);
  }

  private View view() {
    return succession.orElseThrow().current();
  }

  /** Does whatever is due. */
  private void act() {
    if (!isMember()) {
      return;
    }
    if (!succession.orElseThrow().isMovingOn()) {
      clock.answer(view(), self, world.heardOneself(now), now);
    }
    if (now - clock.until() > 0 && now - memberSince > lease) {
      end("cut off from the others for longer than the lease");
      return;
    }
    if (next.isPresent() && now - nextAt >= 0) {
      View due = next.get();
      next = Optional.empty();
      fate.installed(due, self);
    }
    if (leads() && (proposedAt == 0 || now - proposedAt > lease / 4)) {
      proposeIfDue();
    }
  }

  /** The longest-standing member that is within reach. */
  private boolean leads() {
    return view().members().stream()
        .filter(member -> !suspects.contains(member))
        .findFirst()
        .filter(self::equals)
        .isPresent();
  }

  private void proposeIfDue() {
    var before = view().members();
    var after = new LinkedHashSet<>(before);
    after.removeAll(suspects);
    after.removeAll(leavers);
    if (leaving) {
      after.remove(self);
    }
    seekers.keySet().stream().filter(this::seeks).filter(this::isReliable).forEach(after::add);
    if (List.copyOf(after).equals(before)) {
      return;
    }
    var excluded = new ArrayList<>(before);
    excluded.removeAll(after);
    excluded.removeAll(leavers);
    excluded.remove(self);
    if (next.isPresent()) {
      // Who is new in the next view must wait for these too: all others may leave meanwhile.
      excluded.addAll(lingering);
    }
    proposedAt = now;
    long fence = View.fenceAfter(view().fence(), world.wallClockMillis());
    succession
        .orElseThrow()
        .propose(new Proposal(new View(number() + 1, fence, List.copyOf(after)), excluded));
  }

  private void decided(Proposal proposal) {
    View view = proposal.view();
    if (!view.members().contains(self)) {
      end(leaving ? "left" : "excluded by the others");
      return;
    }
    if (latest != 0 && view.number() != latest + 1) {
      // Perhaps we were not in those between, and others went on holding what we hold.
      end("left behind by the others");
      return;
    }
    boolean wait = !proposal.excluded().isEmpty();
    latest = view.number();
    lingering = proposal.excluded();
    if (succession.isEmpty()) {
      succession = Optional.of(new ViewAgreement(self, proposal, new Voice()));
      memberSince = now;
    }
    long safe = wait ? now + (long) (lease * MARGIN) : now;
    nextAt = next.isPresent() && nextAt - safe > 0 ? nextAt : safe;
    next = Optional.of(view);
    proposedAt = 0;
    clock.renew();
    leavers.retainAll(view.members());
    suspects.retainAll(view.members());
    view.members().forEach(seekers::remove);
    suspectTheUnreachable();
  }

  private void end(String why) {
    over = true;
    fate.lost(why);
  }

  private final class Voice implements ViewAgreement.Post {
    @Override
    public void tell(Member to, MembershipMessage word) {
      world.tell(to, word);
    }

    @Override
    public void decided(Proposal proposal) {
      Membership.this.decided(proposal);
    }
  }
}
