package io.sluice.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class LayoutTest {

  @Test
  void inAPlainClusterEverybodyCompetesWithEverybodyElse() {
    var layout = Layout.plain(3);
    assertThat(layout.competitors(1)).isEqualTo(ProcessSet.of(0, 2));
    assertThat(layout.compete(0, 2)).isTrue();
    assertThat(layout.compete(1, 1)).isFalse();
    assertThat(layout.name(2)).isEqualTo("p2");
  }

  @Test
  void inAPipelineOnlyNeighbouringGroupsCompete() {
    var layout = Layout.groups(2, 1, 2);
    assertThat(layout.competitors(0)).isEqualTo(ProcessSet.of(2));
    assertThat(layout.competitors(2)).isEqualTo(ProcessSet.of(0, 1, 3, 4));
    assertThat(layout.compete(0, 1)).isFalse();
    assertThat(layout.compete(0, 4)).isFalse();
    assertThat(layout.group(4)).isEqualTo(2);
    assertThat(layout.members(2)).isEqualTo(ProcessSet.of(3, 4));
    assertThat(layout.name(4)).isEqualTo("c1");
    assertThat(layout).hasToString("groups of 2x1x2");
  }

  @Test
  void aGraphSaysItselfWhoCompetes() {
    var layout =
        Layout.graph(
            List.of("x", "y", "z"),
            List.of(ProcessSet.of(1), ProcessSet.of(0, 2), ProcessSet.of(1)));
    assertThat(layout.compete(0, 1)).isTrue();
    assertThat(layout.compete(0, 2)).isFalse();
    assertThat(layout.name(1)).isEqualTo("y");
  }

  @Test
  void aPoolHasNoPlacesYet() {
    var founders = Layout.groups(2, 1);
    var layout = founders.plusPool(2);
    assertThat(layout.size()).isEqualTo(5);
    assertThat(layout.newcomers()).isEqualTo(ProcessSet.of(3, 4));
    assertThat(layout.competitors(0)).isEqualTo(ProcessSet.of(2));
    assertThat(layout.competitors(3)).isEqualTo(ProcessSet.EMPTY);
    assertThat(layout.compete(2, 3)).isFalse();
    assertThat(layout.compete(2, 1)).isTrue();
    assertThat(layout.name(2)).isEqualTo("b0");
    assertThat(layout.name(4)).isEqualTo("n1");
    assertThat(layout.withoutPool()).isSameAs(founders);
    assertThat(layout).hasToString("groups of 2x1 and up to 2 more");
    assertThat(founders.plusPool(0)).isSameAs(founders);
    assertThatIllegalArgumentException().isThrownBy(() -> layout.plusPool(1));
    assertThatIllegalArgumentException().isThrownBy(() -> layout.plusNewcomers(1));
  }

  @Test
  void competitorsMayBeInsideTogetherOnlyInOneRoom() {
    var layout = Layout.plain(2);
    assertThat(layout.compatible(0, Claim.EXCLUSIVE, 1, Claim.EXCLUSIVE)).isFalse();
    assertThat(layout.compatible(0, Claim.SHARED, 1, Claim.SHARED)).isTrue();
    assertThat(layout.compatible(0, Claim.SHARED, 1, Claim.EXCLUSIVE)).isFalse();
    assertThat(layout.compatible(0, Claim.room("blue"), 1, Claim.room("red"))).isFalse();
    assertThat(layout.compatible(0, Claim.room("red").withPriority(3), 1, Claim.room("red")))
        .isTrue();
  }

  @Test
  void membersOfOneGroupMayAlwaysBeInsideTogether() {
    var layout = Layout.groups(2, 1);
    assertThat(layout.compatible(0, Claim.EXCLUSIVE, 1, Claim.EXCLUSIVE)).isTrue();
    assertThat(layout.compatible(0, Claim.EXCLUSIVE, 2, Claim.EXCLUSIVE)).isFalse();
  }

  @Test
  void aMillionNodesCostNothing() {
    var layout = Layout.plain(1_000_000);
    assertThat(layout.compete(3, 999_999)).isTrue();
    assertThat(layout.name(999_999)).isEqualTo("p999999");
  }

  @Test
  void saysWhatIsWrong() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Layout.groups(0, 2))
        .withMessage("a group has at least one member, not 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Layout.groups(4))
        .withMessageContaining("at least two groups");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Layout.plain(0))
        .withMessageContaining("at least one node");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Layout.graph(List.of("x", "y"), List.of(ProcessSet.of(1), ProcessSet.EMPTY)))
        .withMessageContaining("not vice versa");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Layout.graph(List.of("x"), List.of(ProcessSet.of(0))))
        .withMessage("x competes with itself");
  }
}
