package io.sluice.lab.explore.protocols;

import static io.sluice.lab.explore.Scope.UNBOUNDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Scope;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.group.JoungOne;
import io.sluice.protocol.group.JoungTwo;
import io.sluice.protocol.group.TwoFixedGroups;
import io.sluice.protocol.group.TwoFixedGroupsRepaired;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Group mutual exclusion as published, and repaired. The counts are pinned. */
class GroupProtocolsTest {

  private static final Algorithm<?, ?> PUBLISHED = TwoFixedGroups.ALGORITHM_PUBLISHED;
  private static final Algorithm<?, ?> SWAPPED = TwoFixedGroups.ALGORITHM_SWAPPED;
  private static final Algorithm<?, ?> REPAIRED = TwoFixedGroupsRepaired.ALGORITHM;
  private static final Algorithm<?, ?> RA1 = JoungOne.ALGORITHM;
  private static final Algorithm<?, ?> RA2 = JoungTwo.ALGORITHM;

  private static Result search(Algorithm<?, ?> algorithm, Layout layout, int entries) {
    return Explorer.search(Scope.of(algorithm, layout, entries), Effort.full());
  }

  /** The errors in print; see docs/algorithms/2fgme.md. */
  static Stream<Arguments> errorsInPrint() {
    return Stream.of(
        Arguments.of(PUBLISHED, Layout.groups(2, 1), 1, "deadlock", 722, 16),
        Arguments.of(SWAPPED, Layout.groups(1, 2), 2, "exclusion", 3_158, 17),
        Arguments.of(SWAPPED, Layout.groups(2, 2), 1, "exclusion", 108_249, 22));
  }

  @ParameterizedTest
  @MethodSource
  void errorsInPrint(
      Algorithm<?, ?> algorithm,
      Layout layout,
      int entries,
      String verdict,
      long worlds,
      int steps) {
    var result = search(algorithm, layout, entries);
    assertThat(result.verdict().word()).isEqualTo(verdict);
    assertThat(result.worlds()).isEqualTo(worlds);
    assertThat(result.trace().orElseThrow().events()).hasSize(steps);
  }

  static Stream<Arguments> sound() {
    return Stream.of(
        Arguments.of(REPAIRED, Layout.groups(1, 1), 3, 430),
        Arguments.of(REPAIRED, Layout.groups(2, 1), 3, 121_235),
        Arguments.of(REPAIRED, Layout.groups(1, 2), 3, 101_963),
        Arguments.of(REPAIRED, Layout.groups(2, 2), 1, 117_314),
        Arguments.of(REPAIRED, Layout.groups(2, 1), UNBOUNDED, 6_278),
        Arguments.of(REPAIRED, Layout.groups(1, 2), UNBOUNDED, 6_985),
        Arguments.of(RA1, Layout.groups(1, 1), 3, 320),
        Arguments.of(RA1, Layout.groups(2, 1), 3, 184_878),
        Arguments.of(RA1, Layout.groups(1, 2), 3, 187_220),
        Arguments.of(RA1, Layout.groups(2, 2), 1, 2_377_914),
        Arguments.of(RA1, Layout.groups(2, 1), UNBOUNDED, 5_599),
        Arguments.of(RA1, Layout.groups(1, 2), UNBOUNDED, 5_549),
        Arguments.of(RA2, Layout.groups(1, 1), 3, 320),
        Arguments.of(RA2, Layout.groups(2, 1), 2, 274_773),
        Arguments.of(RA2, Layout.groups(2, 2), 1, 3_363_559),
        Arguments.of(RA2, Layout.groups(1, 1), UNBOUNDED, 325));
  }

  /** Tens of millions of worlds each. */
  static Stream<Arguments> soundOnMore() {
    return Stream.of(
        Arguments.of(RA1, Layout.groups(2, 2), UNBOUNDED, 11_482_895),
        Arguments.of(RA2, Layout.groups(2, 1), 3, 5_014_926),
        Arguments.of(RA2, Layout.groups(1, 2), 3, 4_981_889));
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource
  void soundOnMore(Algorithm<?, ?> algorithm, Layout layout, int entries, long worlds) {
    sound(algorithm, layout, entries, worlds);
  }

  /** Members of a group are alike; takes 6 GB, and some ten minutes of a quiet machine. */
  @Tag("long")
  @Test
  void theRepairedIsSoundOnTwoAgainstTwoThatEnterTwice() {
    var scope = Scope.of(REPAIRED, Layout.groups(2, 2), 2).withSymmetry();
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
    assertThat(result.worlds()).isEqualTo(248_414_462);
  }

  /** Sizes too large for a full search: one order of commuting steps, with symmetry. */
  static Stream<Arguments> soundInEveryOrder() {
    return Stream.of(
        Arguments.of(REPAIRED, Layout.groups(3, 2), 1),
        Arguments.of(RA1, Layout.groups(3, 2), 1),
        Arguments.of(RA1, Layout.groups(2, 2), 2),
        Arguments.of(RA2, Layout.groups(3, 2), 1),
        Arguments.of(RA2, Layout.groups(2, 2), 2));
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource
  void soundInEveryOrder(Algorithm<?, ?> algorithm, Layout layout, int entries) {
    var scope = Scope.of(algorithm, layout, entries).withSymmetry();
    var result = Explorer.search(scope, Effort.full().reducing());
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
  }

  @ParameterizedTest
  @MethodSource
  void sound(Algorithm<?, ?> algorithm, Layout layout, int entries, long worlds) {
    var result = search(algorithm, layout, entries);
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
    assertThat(result.worlds()).isEqualTo(worlds);
  }

  @Test
  void twoFixedGroupsAreTwo() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> search(REPAIRED, Layout.groups(1, 1, 1), 1))
        .withMessageContaining("two competing groups");
  }
}
