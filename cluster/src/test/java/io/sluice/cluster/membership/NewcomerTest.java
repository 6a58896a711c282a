package io.sluice.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import io.sluice.cluster.membership.MembershipMessage.Ping;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Processes that join: what they need not wait for, and what must not happen to them. */
class NewcomerTest {

  private static final long LEASE = Duration.ofSeconds(30).toNanos();
  private static final Member ONE = new Member(0, 1, "one");
  private static final Member TWO = new Member(0, 2, "two");
  private static final Member THREE = new Member(0, 3, "three");

  private final Map<Member, Membership> memberships = new HashMap<>();
  private final Map<Member, View> views = new HashMap<>();
  private final Queue<Runnable> inTransit = new ArrayDeque<>();
  private final List<Member> suspects = new ArrayList<>();
  private long now = Duration.ofHours(1).toNanos();

  private Membership started(Member self) {
    Membership.Environment network =
        (to, message) -> {
          if (message instanceof Ping ping) {
            suspects.addAll(ping.suspects());
          }
          inTransit.add(
              () -> Objects.requireNonNull(memberships.get(to)).receive(self, message, now));
        };
    var listener =
        new Membership.Listener() {
          @Override
          public void installed(View view, Member as) {
            views.put(as, view);
          }

          @Override
          public void lost(String why) {
            throw new AssertionError(why);
          }
        };
    var membership = new Membership(self, LEASE, network, listener, now);
    memberships.put(self, membership);
    return membership;
  }

  private void deliver() {
    while (!inTransit.isEmpty()) {
      inTransit.remove().run();
    }
  }

  private Membership first;
  private Membership second;

  @BeforeEach
  void twoMembers() {
    first = started(ONE);
    second = started(TWO);
    first.found(now);
    first.reach(Set.of(ONE, TWO), now);
    second.reach(Set.of(ONE, TWO), now);
    second.tick(now);
    deliver();
  }

  /** Else it could not be granted a lock before its next tick, a twentieth of a lease later. */
  @Test
  void aNewcomerHasALeaseAsSoonAsItIsAdmitted() {
    assertThat(second.isMember()).isTrue();
    assertThat(second.leaseUntil()).isEqualTo(now + LEASE);
  }

  private Membership thirdJoinsUnknownToTheSecond() {
    var third = started(THREE);
    first.reach(Set.of(ONE, TWO, THREE), now);
    third.reach(Set.of(ONE, TWO, THREE), now);
    third.tick(now);
    deliver();
    assertThat(third.isMember()).isTrue();
    return third;
  }

  /** A suspicion would exclude the newcomer, and its lease would have to expire. */
  @Test
  void aNewcomerIsNotSuspectedWhereTheViewComesBeforeItCanBeReached() {
    var third = thirdJoinsUnknownToTheSecond();
    second.reach(Set.of(ONE, TWO, THREE), now);
    second.tick(now);
    deliver();
    assertThat(suspects).isEmpty();
    assertThat(List.of(first, second, third)).allMatch(Membership::isMember);
  }

  /**
   * A process that kept the view would say meanwhile that it has none; a simulation found two
   * clusters that way.
   */
  @Test
  void aViewThatComesTooEarlyIsTakenOnlyWhenAMemberSendsItAgain() {
    var third = thirdJoinsUnknownToTheSecond();
    second.reach(Set.of(ONE, TWO, THREE), now);
    assertThat(views.get(TWO)).isNotEqualTo(views.get(ONE));
    deliver();
    assertThat(views.get(TWO)).isEqualTo(views.get(ONE));
    assertThat(third.isMember()).isTrue();
  }

  @Test
  void aNewcomerThatStaysOutOfReachIsSuspected() {
    var third = thirdJoinsUnknownToTheSecond();
    now += LEASE / 4;
    second.tick(now);
    assertThat(suspects).isEmpty();
    deliver();
    second.tick(now);
    assertThat(suspects).contains(THREE);
    assertThat(third.isMember()).isTrue();
  }

  /** A member may be reached before it is known what people call it. */
  @Test
  void aMemberGetsItsNameAsSoonAsAnotherKnowsIt() {
    var third = started(THREE);
    first.reach(Set.of(ONE, TWO, THREE), now);
    second.reach(Set.of(ONE, TWO, Member.unnamed(THREE.high(), THREE.low())), now);
    third.reach(Set.of(ONE, TWO, THREE), now);
    third.tick(now);
    deliver();
    assertThat(Objects.requireNonNull(views.get(TWO)).members())
        .extracting(Member::name)
        .containsExactly("one", "two", "three");
  }

  /** Each ping costs two messages for each other member. */
  @Test
  void aMemberThatIsAtRestAsksForItsLeaseFiveTimesALease() {
    assertThat(List.of(first, second)).allMatch(each -> each.isAtRest(now));
    now += LEASE / 5;
    assertThat(List.of(first, second)).noneMatch(each -> each.isAtRest(now));
    second.tick(now);
    deliver();
    assertThat(second.leaseUntil()).isEqualTo(now + LEASE);
    assertThat(second.isAtRest(now)).isTrue();
  }

  @Test
  void aMemberThatDepartsIsNotAtRest() {
    second.leave(now);
    assertThat(second.isAtRest(now)).isFalse();
  }

  @Test
  void aMemberIsNotAtRestWhileItSuspectsAnother() {
    second.reach(Set.of(TWO), now);
    assertThat(second.isAtRest(now)).isFalse();
  }

  @Test
  void aMemberIsNotAtRestWhileAViewHasToComeAgain() {
    var third = thirdJoinsUnknownToTheSecond();
    assertThat(second.isAtRest(now)).isFalse();
    assertThat(third.isAtRest(now)).isTrue();
  }

  @Test
  void aProcessThatSeeksToJoinIsNotAtRest() {
    assertThat(started(THREE).isAtRest(now)).isFalse();
  }
}
