package io.sluice.lab.explore.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.CatalogueScopes;
import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.CentralFixed;
import io.sluice.protocol.group.Forks;
import io.sluice.protocol.group.JoungOne;
import io.sluice.protocol.group.JoungTwo;
import io.sluice.protocol.group.TwoFixedGroups;
import io.sluice.protocol.group.TwoFixedGroupsRepaired;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Exchanging processes that are alike saves worlds and changes no verdict. */
class SymmetryTest {

  @ParameterizedTest
  @CsvSource({"3, 2, 0, 0", "4, 2, 0, 0", "5, 1, 0, 0", "4, 1, 1, 0", "4, 1, 0, 1"})
  void verdictsWithAndWithoutAgree(int nodes, int entries, int crashes, int losses) {
    var scope =
        Scope.of(CentralFixed.ALGORITHM, Layout.plain(nodes), entries)
            .with(new Faults(crashes, losses, 0));
    var plain = Explorer.search(scope, Effort.full());
    var exchanged = Explorer.search(scope.withSymmetry(), Effort.full());
    assertThat(exchanged.verdict()).isEqualTo(plain.verdict());
    assertThat(exchanged.worlds()).isLessThan(plain.worlds());
    assertThat(exchanged.trace().map(trace -> trace.events().size()))
        .isEqualTo(plain.trace().map(trace -> trace.events().size()));
  }

  static Stream<Arguments> groups() {
    return Stream.of(
        Arguments.of(Forks.ALGORITHM, Layout.groups(2, 1), 2),
        Arguments.of(Forks.ALGORITHM, Layout.groups(2, 2), 1),
        Arguments.of(Forks.ALGORITHM, Layout.groups(1, 2, 1), 1),
        Arguments.of(TwoFixedGroups.ALGORITHM_PUBLISHED, Layout.groups(2, 1), 1),
        Arguments.of(TwoFixedGroups.ALGORITHM_SWAPPED, Layout.groups(2, 2), 1),
        Arguments.of(TwoFixedGroupsRepaired.ALGORITHM, Layout.groups(2, 2), 1),
        Arguments.of(JoungOne.ALGORITHM, Layout.groups(2, 1), 2),
        Arguments.of(JoungTwo.ALGORITHM, Layout.groups(1, 2), 1));
  }

  @ParameterizedTest
  @MethodSource("groups")
  void membersOfAGroupAreAlike(Algorithm<?, ?> algorithm, Layout layout, int entries) {
    var scope = Scope.of(algorithm, layout, entries);
    var plain = Explorer.search(scope, Effort.full());
    var exchanged = Explorer.search(scope.withSymmetry(), Effort.full());
    assertThat(exchanged.verdict()).isEqualTo(plain.verdict());
    assertThat(exchanged.worlds()).isLessThan(plain.worlds());
    assertThat(exchanged.trace().map(trace -> trace.events().size()))
        .isEqualTo(plain.trace().map(trace -> trace.events().size()));
  }

  static Stream<Scope<?, ?>> catalogue() {
    return CatalogueScopes.withoutOrders();
  }

  @ParameterizedTest
  @MethodSource("catalogue")
  void noProtocolGetsAnotherVerdict(Scope<?, ?> scope) {
    var plain = Explorer.search(scope, Effort.full());
    var exchanged = Explorer.search(scope.withSymmetry(), Effort.full());
    assertThat(exchanged.verdict()).isEqualTo(plain.verdict());
    assertThat(exchanged.worlds()).isLessThanOrEqualTo(plain.worlds());
  }

  @ParameterizedTest
  @CsvSource({"4, 6", "5, 24"})
  void nearlyAsManyWorldsAreSavedAsThereAreExchanges(int nodes, int exchanges) {
    var scope = Scope.of(CentralFixed.ALGORITHM, Layout.plain(nodes), 1);
    double plain = Explorer.search(scope, Effort.full()).worlds();
    double exchanged = Explorer.search(scope.withSymmetry(), Effort.full()).worlds();
    assertThat(plain / exchanged).isBetween(0.5 * exchanges, 1.0 * exchanges);
  }
}
