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
        Arguments.of(Scope.of(OrderedLocks.ALGORITHM, Layout.groups(1, 1), 3), 224),
        Arguments.of(Scope.of(OrderedLocks.ALGORITHM, Layout.groups(2, 1), 2), 2_156),
        Arguments.of(Scope.of(OrderedLocks.ALGORITHM, Layout.groups(2, 2), 2), 116_229),
        Arguments.of(Scope.of(OrderedLocks.ALGORITHM, Layout.plain(3), 2), 3_045),
        Arguments.of(Scope.of(OrderedLocks.ALGORITHM, Layout.plain(4), 1), 5_044),
        Arguments.of(Scope.of(OrderedLocks.ALGORITHM, ForksTest.ring(5), 1), 31_917),
        Arguments.of(Scope.of(OrderedLocks.ALGORITHM, Layout.plain(3), 2).with(UNORDERED), 3_282),
        Arguments.of(Scope.of(OrderedLocks.ALGORITHM, Layout.groups(2, 1), UNBOUNDED), 283),
        Arguments.of(Scope.of(OrderedLocks.ALGORITHM, Layout.plain(3), UNBOUNDED), 622),
        Arguments.of(Scope.of(OrderedLocks.ALGORITHM, Layout.plain(4), UNBOUNDED), 38_306));
  }

  @ParameterizedTest
  @MethodSource("scopes")
  void nothingIsWrong(Scope<?, ?> scope, long worlds) {
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
    assertThat(result.worlds()).isEqualTo(worlds);
  }
}
