package io.sluice.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import io.sluice.cluster.membership.MembershipMessage.Ping;
import io.sluice.protocol.membership.Expected;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which of the processes founds a cluster where three are expected. */
class FounderTest {

  private static final long LEASE = Duration.ofSeconds(5).toNanos();
  private static final int EXPECTED = 3;
  private static final Member GUEST = new Member(0, 1, "guest");
  private static final Member SELF = new Member(0, 2, "self");
  private static final Member OTHER = new Member(0, 3, "other");

  private long now = Duration.ofHours(1).toNanos();

  private Membership rested(Member self, boolean counts) {
    var listener =
        new Membership.Listener() {
          @Override
          public void installed(View view, Member as) {}

          @Override
          public void lost(String why) {}
        };
    var membership =
        new Membership(self, LEASE, new Expected(EXPECTED, counts), (_, _) -> {}, listener, now);
    now += 2 * LEASE;
    membership.reach(Set.of(GUEST, SELF, OTHER), now);
    membership.tick(now);
    return membership;
  }

  private void seeks(Membership at, Member who, boolean counts) {
    at.receive(who, new Ping(0, now, false, List.of(), counts), now);
  }

  /** Guests may be many: if they were waited for, hardly ever one would be founded. */
  @Test
  void guestsAreNotWaitedFor() {
    var membership = rested(SELF, true);
    seeks(membership, GUEST, false);
    assertThat(membership.shouldFound(Set.of(GUEST, OTHER))).isFalse();
    seeks(membership, OTHER, true);
    assertThat(membership.shouldFound(Set.of(GUEST, OTHER))).isTrue();
  }

  @Test
  void onlyTheFirstOfThoseThatCountFoundsOne() {
    var last = rested(OTHER, true);
    seeks(last, SELF, true);
    assertThat(last.shouldFound(Set.of(SELF))).isFalse();
    var first = rested(SELF, true);
    seeks(first, OTHER, true);
    assertThat(first.shouldFound(Set.of(OTHER))).isTrue();
  }

  /** It may count, and be about to found one itself. */
  @Test
  void aProcessThatHasSaidNothingIsWaitedFor() {
    var membership = rested(SELF, true);
    seeks(membership, OTHER, true);
    assertThat(membership.shouldFound(Set.of(GUEST, OTHER))).isFalse();
  }

  @Test
  void aGuestFoundsNone() {
    var guest = rested(GUEST, false);
    seeks(guest, SELF, true);
    seeks(guest, OTHER, true);
    assertThat(guest.shouldFound(Set.of(SELF, OTHER))).isFalse();
  }
}
