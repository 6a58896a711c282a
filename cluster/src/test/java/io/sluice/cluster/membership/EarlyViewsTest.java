package io.sluice.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import io.sluice.cluster.membership.MembershipMessage.Decided;
import io.sluice.cluster.membership.MembershipMessage.Proposal;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Views with members that cannot be reached yet: which are dropped, and until when they matter. */
class EarlyViewsTest {

  private static final long LONGEST = 100;
  private static final Member ONE = new Member(0, 1, "one");
  private static final Member TWO = new Member(0, 2, "two");

  private final EarlyViews early = new EarlyViews(ONE, LONGEST);

  private boolean dropsAt(long now) {
    var view = new View(1, 1 << 20, List.of(ONE, TWO));
    return early.drops(new Decided(new Proposal(view, List.of())), now);
  }

  @Test
  void aViewIsDroppedAndAwaitedWhileAMemberCannotBeReached() {
    assertThat(dropsAt(0)).isTrue();
    assertThat(dropsAt(LONGEST - 1)).isTrue();
    assertThat(early.isAwaited()).isTrue();
  }

  @Test
  void aViewIsTakenAsSoonAsItsMembersCanBeReached() {
    assertThat(dropsAt(0)).isTrue();
    assertThat(early.reach(Set.of(ONE, TWO))).isTrue();
    assertThat(dropsAt(1)).isFalse();
    assertThat(early.isAwaited()).isFalse();
  }

  @Test
  void aViewIsTakenAfterSomeTimeAndThenAwaitedNoMore() {
    assertThat(dropsAt(0)).isTrue();
    assertThat(dropsAt(LONGEST)).isFalse();
    assertThat(early.isAwaited()).isFalse();
  }

  @Test
  void theTimeBeginsAgainWithTheNextEarlyView() {
    assertThat(dropsAt(0)).isTrue();
    assertThat(dropsAt(LONGEST)).isFalse();
    assertThat(dropsAt(3 * LONGEST)).isTrue();
    assertThat(dropsAt(4 * LONGEST)).isFalse();
  }
}
