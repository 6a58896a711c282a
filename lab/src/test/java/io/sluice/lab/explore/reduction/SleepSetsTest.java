package io.sluice.lab.explore.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Toy;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.CentralFixed;
import io.sluice.protocol.exclusive.Lamport;
import io.sluice.protocol.exclusive.Maekawa;
import io.sluice.protocol.exclusive.MaekawaBasic;
import io.sluice.protocol.exclusive.NaimiTrehel;
import io.sluice.protocol.exclusive.RicartAgrawala;
import io.sluice.protocol.exclusive.SuzukiKasami;
import io.sluice.protocol.exclusive.TokenQueue;
import io.sluice.protocol.group.Forks;
import io.sluice.protocol.group.JoungOne;
import io.sluice.protocol.group.JoungTwo;
import io.sluice.protocol.group.TwoFixedGroups;
import io.sluice.protocol.group.TwoFixedGroupsRepaired;
import io.sluice.protocol.mobile.Elmp;
import io.sluice.protocol.mobile.RwLmp;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Moves that sleep are left out, and nothing else: each world is found, as early as ever. */
class SleepSetsTest {

  static Stream<Scope<?, ?>> scopes() {
    return Stream.of(
        Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(3), 2),
        Scope.of(CentralFixed.ALGORITHM, Layout.plain(4), 2),
        Scope.of(Lamport.ALGORITHM, Layout.plain(3), 1),
        Scope.of(SuzukiKasami.ALGORITHM, Layout.plain(3), 2),
        Scope.of(NaimiTrehel.ALGORITHM, Layout.plain(3), 2),
        Scope.of(TokenQueue.ALGORITHM, Layout.plain(3), 2),
        Scope.of(Maekawa.ALGORITHM, Layout.plain(3), 1),
        Scope.of(MaekawaBasic.ALGORITHM, Layout.plain(3), 1),
        Scope.of(JoungOne.ALGORITHM, Layout.groups(2, 1), 2),
        Scope.of(JoungTwo.ALGORITHM, Layout.groups(1, 2), 1),
        Scope.of(TwoFixedGroups.ALGORITHM_PUBLISHED, Layout.groups(2, 1), 1),
        Scope.of(TwoFixedGroups.ALGORITHM_SWAPPED, Layout.groups(1, 2), 2),
        Scope.of(TwoFixedGroupsRepaired.ALGORITHM, Layout.groups(2, 1), 2),
        Scope.of(Forks.ALGORITHM, Layout.groups(1, 2, 1), 1),
        Scope.of(Elmp.ALGORITHM, Layout.plain(3), 1),
        Scope.of(RwLmp.ALGORITHM, Layout.plain(3), 1),
        Scope.of(Toy.OPEN, Layout.plain(3), 2),
        Scope.of(Toy.RESTLESS, Layout.plain(2), 1));
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
