package io.sluice.lab.explore.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.CatalogueScopes;
import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Toy;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.CentralFixed;
import io.sluice.protocol.exclusive.NaimiTrehel;
import io.sluice.protocol.exclusive.RicartAgrawala;
import io.sluice.protocol.exclusive.SuzukiKasami;
import io.sluice.protocol.exclusive.TokenQueue;
import io.sluice.protocol.group.Forks;
import io.sluice.protocol.group.JoungOne;
import io.sluice.protocol.group.TwoFixedGroups;
import io.sluice.protocol.group.TwoFixedGroupsRepaired;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Moves that sleep are left out, and nothing else: each world is found, as early as ever. */
class SleepSetsTest {

  static Stream<Scope<?, ?>> scopes() {
    return Stream.concat(
        CatalogueScopes.small(),
        Stream.of(
            Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(3), 2),
            Scope.of(CentralFixed.ALGORITHM, Layout.plain(4), 2),
            Scope.of(SuzukiKasami.ALGORITHM, Layout.plain(3), 2),
            Scope.of(NaimiTrehel.ALGORITHM, Layout.plain(3), 2),
            Scope.of(TokenQueue.ALGORITHM, Layout.plain(3), 2),
            Scope.of(JoungOne.ALGORITHM, Layout.groups(2, 1), 2),
            Scope.of(TwoFixedGroups.ALGORITHM_SWAPPED, Layout.groups(1, 2), 2),
            Scope.of(TwoFixedGroupsRepaired.ALGORITHM, Layout.groups(2, 1), 2),
            Scope.of(Forks.ALGORITHM, Layout.groups(1, 2, 1), 1),
            Scope.of(Toy.OPEN, Layout.plain(3), 2),
            Scope.of(Toy.RESTLESS, Layout.plain(2), 1)));
  }

  @ParameterizedTest
  @MethodSource("scopes")
  void everyWorldIsFoundAtItsDepth(Scope<?, ?> scope) {
    var sleeping = Explorer.search(scope, Effort.full());
    var awake = Explorer.search(scope, Effort.full().comparingWorlds());
    assertThat(sleeping.verdict()).isEqualTo(awake.verdict());
    assertThat(sleeping.worlds()).isEqualTo(awake.worlds());
    assertThat(sleeping.transitions()).isEqualTo(awake.transitions());
    assertThat(sleeping.depth()).isEqualTo(awake.depth());
    assertThat(sleeping.trace().map(trace -> trace.events().size()))
        .isEqualTo(awake.trace().map(trace -> trace.events().size()));
  }
}
