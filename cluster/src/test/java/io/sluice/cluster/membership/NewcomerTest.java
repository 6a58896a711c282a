package io.sluice.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a process that joins need not wait for. */
class NewcomerTest {

  private static final long LEASE = Duration.ofSeconds(30).toNanos();
  private static final long NOW = Duration.ofHours(1).toNanos();

  private final Map<Member, Membership> memberships = new HashMap<>();
  private final Queue<Runnable> inTransit = new ArrayDeque<>();

  private Membership started(Member self) {
    Membership.Environment network =
        (to, message) ->
            inTransit.add(
                () -> Objects.requireNonNull(memberships.get(to)).receive(self, message, NOW));
    var listener =
        new Membership.Listener() {
          @Override
          public void installed(View view, Member as) {
            assertThat(as).isEqualTo(self);
          }

          @Override
          public void lost(String why) {
            throw new AssertionError(why);
          }
        };
    var membership = new Membership(self, LEASE, network, listener, NOW);
    memberships.put(self, membership);
    return membership;
  }

  /** Else it could not be granted a lock before its next tick, a twentieth of a lease later. */
  @Test
  void aNewcomerHasALeaseAsSoonAsItIsAdmitted() {
    var one = new Member(0, 1, "one");
    var two = new Member(0, 2, "two");
    var first = started(one);
    var second = started(two);
    first.found(NOW);
    first.reach(Set.of(one, two), NOW);
    second.reach(Set.of(one, two), NOW);
    second.tick(NOW);
    while (!inTransit.isEmpty()) {
      inTransit.remove().run();
    }
    assertThat(second.isMember()).isTrue();
    assertThat(second.leaseUntil()).isEqualTo(NOW + LEASE);
  }
}
