package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Channels;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.scaling.GuardedScaling;
import io.sluice.protocol.scaling.UnguardedScaling;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Instances that duplicate and delete themselves in any order, while records pass: tables that
 * agree at rest, nothing sent to the dead, no order left undone, no record lost or doubled. The
 * counts are pinned: a change of meaning shows.
 */
class ScalingTest {

  /** Three operators that all send to a fourth. */
  static final Layout FAN_IN =
      Layout.graph(
          List.of("a", "b", "c", "d"),
          List.of(ProcessSet.of(3), ProcessSet.of(3), ProcessSet.of(3), ProcessSet.of(0, 1, 2)));

  /** An operator that sends to three others. */
  static final Layout FAN_OUT =
      Layout.graph(
          List.of("a", "b", "c", "d"),
          List.of(ProcessSet.of(1, 2, 3), ProcessSet.of(0), ProcessSet.of(0), ProcessSet.of(0)));

  static final Layout DIAMOND =
      Layout.graph(
          List.of("a", "b", "c", "d"),
          List.of(
              ProcessSet.of(1, 2), ProcessSet.of(0, 3), ProcessSet.of(0, 3), ProcessSet.of(1, 2)));

  static <S, M> Scope<S, M> scope(
      Algorithm<S, M> algorithm, Layout founders, int duplications, int deletions, int records) {
    return Scope.of(algorithm, founders.plusPool(duplications), 1)
        .withOrders(Map.of("duplicate", duplications, "delete", deletions, "record", records));
  }

  private static Result search(Scope<?, ?> scope) {
    return Explorer.search(scope, Effort.full());
  }

  @Test
  void asPrintedTwoNewbornsNeverLink() {
    var algorithm = UnguardedScaling.ALGORITHM_PUBLISHED;
    var result = search(scope(algorithm, Layout.groups(1, 1), 2, 0, 0));
    assertThat(result.verdict()).isEqualTo(new Verdict.Broken("tables"));
    assertThat(result.worlds()).isEqualTo(109);
    assertThat(search(scope(algorithm, Layout.groups(2, 2), 1, 0, 0)).verdict())
        .as("one at a time")
        .isEqualTo(new Verdict.Ok());
  }

  @Test
  void decidingByOperatorLinksThemButANoticeReachesTheDead() {
    var algorithm = UnguardedScaling.ALGORITHM_BY_OPERATOR;
    var linked = search(scope(algorithm, Layout.groups(1, 1), 2, 0, 0));
    assertThat(linked.verdict()).isEqualTo(new Verdict.Ok());
    assertThat(linked.worlds()).isEqualTo(95);
    var result = search(scope(algorithm, Layout.groups(2, 2), 1, 2, 0));
    assertThat(result.verdict()).isEqualTo(new Verdict.Broken("dead"));
    assertThat(result.worlds()).isEqualTo(5_626);
  }

  /** Without a guard a record is sent to one that has just deleted itself. */
  @Test
  void withoutAGuardRecordsReachTheDead() {
    var result =
        search(
            scope(
                Tampered.judging(UnguardedScaling.ALGORITHM_BY_OPERATOR, "records"),
                Layout.groups(2, 2),
                0,
                2,
                1));
    assertThat(result.verdict()).isEqualTo(new Verdict.Failed());
    assertThat(result.what()).contains("Pass").contains("it has deleted itself");
  }

  static Stream<Arguments> guarded() {
    return Stream.of(
        Arguments.of(Layout.groups(1, 1), 2, 0, 0, 162),
        Arguments.of(Layout.groups(1, 1), 2, 0, 1, 1_507),
        Arguments.of(Layout.groups(1, 1), 2, 2, 1, 17_981),
        Arguments.of(Layout.groups(2, 2), 1, 2, 0, 22_710),
        Arguments.of(Layout.groups(2, 2), 1, 2, 1, 311_337),
        Arguments.of(Layout.groups(1, 2, 1), 2, 1, 0, 97_222),
        Arguments.of(FAN_IN, 2, 1, 0, 17_140),
        Arguments.of(FAN_OUT, 2, 1, 0, 9_251),
        Arguments.of(FAN_IN, 1, 1, 1, 1_963),
        Arguments.of(FAN_OUT, 2, 1, 1, 87_243),
        Arguments.of(DIAMOND, 1, 1, 2, 5_866));
  }

  @ParameterizedTest
  @MethodSource
  void guarded(Layout founders, int duplications, int deletions, int records, long worlds) {
    var result =
        search(scope(GuardedScaling.ALGORITHM, founders, duplications, deletions, records));
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
    assertThat(result.worlds()).isEqualTo(worlds);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource
  void largeGuarded(Layout founders, int duplications, int deletions, int records, long worlds) {
    guarded(founders, duplications, deletions, records, worlds);
  }

  static Stream<Arguments> largeGuarded() {
    return Stream.of(
        Arguments.of(Layout.groups(1, 2, 1), 2, 1, 1, 1_322_520),
        Arguments.of(FAN_IN, 2, 1, 1, 395_326),
        Arguments.of(DIAMOND, 2, 1, 1, 187_979),
        Arguments.of(Layout.groups(2, 2), 2, 2, 0, 4_486_531),
        Arguments.of(Layout.groups(1, 1, 1), 3, 1, 0, 297_583));
  }

  @Test
  void withoutOrderItFails() {
    var scope = scope(GuardedScaling.ALGORITHM, Layout.groups(2, 2), 1, 1, 1);
    assertThat(search(scope.with(Channels.UNORDERED)).verdict().isViolation()).isTrue();
  }
}
