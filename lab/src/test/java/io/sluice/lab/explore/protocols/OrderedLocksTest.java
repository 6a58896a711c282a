package io.sluice.lab.explore.protocols;

import static io.sluice.lab.explore.Scope.Channels.UNORDERED;
import static io.sluice.lab.explore.Scope.UNBOUNDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.protocol.Layout;
import io.sluice.protocol.group.OrderedLocks;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Several locks at once, on groups and graphs: exclusion, no deadlock, progress, rising fences, and
 * no starvation. The counts are pinned: a change of meaning shows.
 */
class OrderedLocksTest {

  private static final Layout TWO_ONE = Layout.groups(2, 1);

  /** As live locks have it. */
  private static final int CAUTION = 8;

  private static Scope<?, ?> withdrawing(int caution, Layout layout, int entries, int withdrawals) {
    return Scope.of(OrderedLocks.withCaution(caution), layout, entries)
        .with(new Churn(0, 0, withdrawals));
  }

  static Stream<Arguments> scopes() {
    return Stream.of(
        Arguments.of(Scope.of(OrderedLocks.ALGORITHM, Layout.groups(1, 1), 3), 522),
        Arguments.of(Scope.of(OrderedLocks.ALGORITHM, Layout.groups(2, 1), 2), 10_768),
        Arguments.of(Scope.of(OrderedLocks.ALGORITHM, Layout.plain(3), 2), 28_789),
        Arguments.of(Scope.of(OrderedLocks.ALGORITHM, Layout.plain(4), 1), 72_005),
        Arguments.of(Scope.of(OrderedLocks.ALGORITHM, ForksTest.ring(5), 1), 386_673),
        Arguments.of(Scope.of(OrderedLocks.ALGORITHM, Layout.plain(3), 2).with(UNORDERED), 34_415),
        Arguments.of(Scope.of(OrderedLocks.ALGORITHM, Layout.groups(2, 1), UNBOUNDED), 933),
        Arguments.of(Scope.of(OrderedLocks.ALGORITHM, Layout.plain(3), UNBOUNDED), 4_803));
  }

  /** Some processes leave the queues of locks before they stay in them, as live ones do. */
  static Stream<Arguments> leaving() {
    return Stream.of(
        Arguments.of(withdrawing(1, TWO_ONE, 2, 0), 14_781),
        Arguments.of(withdrawing(1, Layout.plain(3), 2, 0), 42_465),
        Arguments.of(withdrawing(1, TWO_ONE, UNBOUNDED, 0), 6_063),
        Arguments.of(withdrawing(CAUTION, TWO_ONE, 2, 0), 13_598),
        Arguments.of(withdrawing(CAUTION, Layout.plain(3), 2, 0), 38_545),
        Arguments.of(withdrawing(CAUTION, Layout.groups(1, 1), UNBOUNDED, 0), 1_228));
  }

  /** A time-out gives back the locks before the one that is waited for. */
  static Stream<Arguments> withdrawals() {
    return Stream.of(
        Arguments.of(withdrawing(0, Layout.groups(1, 1), 3, 2), 4_138),
        Arguments.of(withdrawing(0, TWO_ONE, 2, 1), 55_582),
        Arguments.of(withdrawing(0, Layout.plain(3), 2, 1), 224_987),
        Arguments.of(withdrawing(0, Layout.plain(3), UNBOUNDED, 1), 27_282),
        Arguments.of(withdrawing(1, TWO_ONE, UNBOUNDED, 1), 24_373),
        Arguments.of(withdrawing(CAUTION, TWO_ONE, 2, 1), 67_974));
  }

  static Stream<Arguments> largeScopes() {
    return Stream.of(
        Arguments.of(withdrawing(0, Layout.plain(3), 2, 2), 753_252),
        Arguments.of(withdrawing(0, Layout.plain(3), 2, 1).with(UNORDERED), 323_195),
        Arguments.of(withdrawing(0, Layout.plain(4), 1, 1), 518_499),
        Arguments.of(withdrawing(1, Layout.plain(3), 2, 1), 323_471),
        Arguments.of(withdrawing(CAUTION, TWO_ONE, UNBOUNDED, 0), 1_279_111),
        Arguments.of(Scope.of(OrderedLocks.ALGORITHM, Layout.groups(2, 2), 2), 3_853_130),
        Arguments.of(Scope.of(OrderedLocks.ALGORITHM, Layout.plain(4), UNBOUNDED), 4_291_421));
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("largeScopes")
  void nothingIsWrongInLargeScopes(Scope<?, ?> scope, long worlds) {
    nothingIsWrong(scope, worlds);
  }

  @ParameterizedTest
  @MethodSource({"scopes", "leaving", "withdrawals"})
  void nothingIsWrong(Scope<?, ?> scope, long worlds) {
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
    assertThat(result.worlds()).isEqualTo(worlds);
  }
}
