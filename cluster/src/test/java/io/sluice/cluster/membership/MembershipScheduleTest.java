package io.sluice.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The schedules in which a member could go on too long, step by step: each was found by {@link
 * SimulatedCluster} when the rule that forbids it was missing.
 */
class MembershipScheduleTest {

  private static final long LEASE = 1_000;

  private long now = 1_000_000;
  private final Map<Member, Actor> actors = new HashMap<>();

  /** A member on the stage; what it says waits until the test lets it arrive. */
  private final class Actor implements Membership.Environment, Membership.Listener {
    private final Member self;
    private final Membership membership;
    private final Map<Member, ArrayDeque<MembershipMessage>> said = new HashMap<>();
    private final List<View> views = new ArrayList<>();
    private String lost = "";

    Actor(int number) {
      self = new Member(0, number, "abcd".substring(number, number + 1));
      membership = new Membership(self, LEASE, this, this, now);
      actors.put(self, this);
    }

    @Override
    public void send(Member to, MembershipMessage word) {
      said.computeIfAbsent(to, _ -> new ArrayDeque<>()).add(word);
    }

    /** Everything that it has said to that one arrives. */
    Actor to(Actor other) {
      var words = said.getOrDefault(other.self, new ArrayDeque<>());
      while (!words.isEmpty()) {
        other.membership.receive(self, words.remove(), now);
      }
      return this;
    }

    /** Nothing that it has said arrives. */
    void inVain() {
      said.clear();
    }

    void reach(Actor... those) {
      var reached = new HashSet<>(Set.of(self));
      for (Actor each : those) {
        reached.add(each.self);
      }
      membership.reach(reached, now);
    }

    List<Member> view() {
      return views.getLast().members();
    }

    @Override
    public void installed(View view, Member as) {
      views.add(view);
    }

    @Override
    public void lost(String why) {
      lost = why;
    }

    @Override
    public long wallClockMillis() {
      return 1;
    }
  }

  private final Actor a = new Actor(0);
  private final Actor b = new Actor(1);
  private final Actor c = new Actor(2);
  private final Actor d = new Actor(3);

  /** Every member speaks, and all of it arrives, several times over. */
  private void converse(Actor... those) {
    for (int round = 0; round < 8; round++) {
      now++;
      for (Actor each : those) {
        each.membership.tick(now);
      }
      for (Actor one : those) {
        for (Actor other : those) {
          one.to(other);
        }
      }
    }
  }

  private void together(Actor... those) {
    for (Actor each : those) {
      each.reach(those);
    }
    those[0].membership.found(now);
    converse(those);
    for (Actor each : those) {
      assertThat(each.view()).hasSize(those.length);
      assertThat(each.membership.leaseUntil()).isGreaterThan(now);
    }
  }

  /** The leader proposes to go on alone, b agrees, and does not hear that it is decided. */
  private void letAGoOnWithTheHelpOfB() {
    a.reach();
    a.reach(b, c);
    for (int step = 0; step < 2; step++) {
      a.to(b);
      b.to(a);
    }
    a.inVain();
    assertThat(a.membership.isMember()).isTrue();
  }

  @Test
  void whoHasAgreedToANextViewDoesNotProlongOthersLeases() {
    together(a, b, c);
    long decided = now;
    letAGoOnWithTheHelpOfB();
    for (int i = 0; i < 9; i++) {
      now += LEASE / 10;
      c.membership.tick(now);
      c.to(b);
      b.to(c);
    }
    assertThat(c.membership.leaseUntil()).isLessThanOrEqualTo(decided + LEASE);
    now = decided + LEASE + LEASE / 5;
    a.membership.tick(now);
    assertThat(a.view()).containsExactly(a.self);
  }

  @Test
  void whoHasAgreedToANextViewDoesNotProlongItsOwnLease() {
    together(a, b);
    long decided = now;
    // Both must agree to go on without a, the longer-standing one; a does, and hears no more.
    b.reach();
    for (int step = 0; step < 2; step++) {
      b.to(a);
      a.to(b);
    }
    b.inVain();
    for (int i = 0; i < 9; i++) {
      now += LEASE / 10;
      a.membership.tick(now);
    }
    assertThat(a.membership.leaseUntil()).isLessThanOrEqualTo(decided + LEASE);
    now = decided + LEASE + LEASE / 5;
    b.membership.tick(now);
    assertThat(b.view()).containsExactly(b.self);
  }

  @Test
  void whoIsNewWaitsForTheLeasesOfThoseJustExcluded() {
    together(a, b, c);
    long decided = now;
    a.reach(b, d);
    b.reach(a, d);
    d.reach(a, b);
    converse(a, b, d);
    // Without c, and with d; now the others leave, and d is alone.
    a.membership.leave(now);
    b.membership.leave(now);
    converse(a, b, d);
    assertThat(a.lost).isEqualTo("left");
    assertThat(b.lost).isEqualTo("left");
    now = decided + LEASE - 1;
    d.membership.tick(now);
    assertThat(d.views).isEmpty();
    now = decided + LEASE * 3 / 2;
    d.membership.tick(now);
    assertThat(d.view()).containsExactly(d.self);
  }

  @Test
  void whoMissesAViewIsAMemberNoMore() {
    together(a, b, c);
    a.reach(b);
    b.reach(a);
    c.reach(a, b);
    converse(a, b);
    a.inVain();
    b.inVain();
    // That c is to be in again, as if it were new, does not make it the old one.
    var again = List.of(a.self, b.self, c.self);
    long number = c.views.getLast().number() + 2;
    c.membership.receive(
        a.self,
        new MembershipMessage.Decided(
            new MembershipMessage.Proposal(new View(number, 9, again), List.of())),
        now);
    assertThat(c.lost).isEqualTo("left behind by the others");
  }
}
