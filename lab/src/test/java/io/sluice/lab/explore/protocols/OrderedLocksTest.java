package io.sluice.lab.explore.protocols;

import static io.sluice.lab.explore.Scope.Channels.UNORDERED;
import static io.sluice.lab.explore.Scope.UNBOUNDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
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

  static Stream<Arguments> largeScopes() {
    return Stream.of(
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
  @MethodSource("scopes")
  void nothingIsWrong(Scope<?, ?> scope, long worlds) {
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
    assertThat(result.worlds()).isEqualTo(worlds);
  }
}
