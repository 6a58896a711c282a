package io.sluice.lab.explore.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Channels;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.Toy;
import io.sluice.lab.explore.reduction.SleepSets;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.RicartAgrawala;
import io.sluice.protocol.group.Forks;
import io.sluice.protocol.group.JoungTwo;
import io.sluice.protocol.group.TwoFixedGroups;
import io.sluice.protocol.group.TwoFixedGroupsRepaired;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A search that remembers one level finds what a search that remembers all finds. */
class LevelSearchTest {

  private static final long TIME = 0;

  /** In the first every move leads onward; in the others some lead back. */
  static Stream<Scope<?, ?>> scopes() {
    return Stream.of(
        Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(3), 2),
        Scope.of(JoungTwo.ALGORITHM, Layout.groups(1, 2), 1),
        Scope.of(TwoFixedGroupsRepaired.ALGORITHM, Layout.groups(2, 1), 2),
        Scope.of(TwoFixedGroupsRepaired.ALGORITHM, Layout.groups(2, 2), 1).withSymmetry(),
        Scope.of(Forks.ALGORITHM, Layout.groups(1, 2, 1), 1).withSymmetry(),
        Scope.of(Forks.ALGORITHM, Layout.groups(2, 1), 1).with(new Churn(0, 1, 1)),
        Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(3), 1).with(Channels.UNORDERED));
  }

  @ParameterizedTest
  @MethodSource("scopes")
  void howeverManyLookAtItTheyFindTheSame(Scope<?, ?> scope) {
    for (int workers = 1; workers <= 3; workers++) {
      sameAsTheGraph(scope, Effort.full().withWorkers(workers));
    }
  }

  private static <S, M> void sameAsTheGraph(Scope<S, M> scope, Effort effort) {
    try (var levels =
            new LevelSearch<>(SearchTask.full(scope, effort, TIME), SleepSets.unused(scope));
        var graph = new GraphSearch<>(SearchTask.full(scope, effort.comparingWorlds(), TIME))) {
      var quick = levels.run();
      var thorough = graph.run();
      assertThat(levels.isConclusive(quick)).as(quick.what()).isTrue();
      assertThat(quick.verdict()).isEqualTo(thorough.verdict());
      assertThat(quick.worlds()).isEqualTo(thorough.worlds());
      assertThat(quick.transitions()).isEqualTo(thorough.transitions());
      assertThat(quick.depth()).isEqualTo(thorough.depth());
    }
  }

  @Test
  void movesSleepOnlyWhereAllLeadOnward() {
    assertThat(isConclusive(Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(3), 2))).isTrue();
    assertThat(isConclusive(Scope.of(Forks.ALGORITHM, Layout.groups(2, 1), 2))).isFalse();
  }

  private static <S, M> boolean isConclusive(Scope<S, M> scope) {
    var task = SearchTask.full(scope, Effort.full(), TIME);
    try (var levels = new LevelSearch<>(task, SleepSets.of(scope))) {
      return levels.isConclusive(levels.run());
    }
  }

  @Test
  void whoGoesRoundInCirclesForEverIsLeftToTheGraph() {
    var scope = Scope.of(Toy.RESTLESS, Layout.plain(2), 1);
    var task = SearchTask.full(scope, Effort.full(), TIME);
    try (var levels = new LevelSearch<>(task, SleepSets.unused(scope))) {
      assertThat(levels.isConclusive(levels.run())).isFalse();
    }
    assertThat(Explorer.search(scope, Effort.full()).verdict()).isEqualTo(new Verdict.Stuck());
  }

  /** Moves lead back in all of these. */
  static Stream<Arguments> reduced() {
    return Stream.of(
        // a permission renewed may come too late to matter, and is taken without a word
        Arguments.of(Scope.of(JoungTwo.ALGORITHM, Layout.groups(2, 1), 2), true),
        Arguments.of(Scope.of(JoungTwo.ALGORITHM, Layout.groups(2, 2), 1).withSymmetry(), true),
        // a fork comes, goes and comes again while its owner waits
        Arguments.of(Scope.of(Forks.ALGORITHM, Layout.groups(2, 2), 1), false),
        Arguments.of(Scope.of(Toy.RESTLESS, Layout.plain(2), 1), false),
        Arguments.of(Scope.of(Toy.WAVERING, Layout.plain(2), 1), false));
  }

  @ParameterizedTest
  @MethodSource
  void reduced(Scope<?, ?> scope, boolean everyProcessComesToAnEndByItself) {
    assertThat(oneOrderIsConclusive(scope)).isEqualTo(everyProcessComesToAnEndByItself);
  }

  private static <S, M> boolean oneOrderIsConclusive(Scope<S, M> scope) {
    var task = SearchTask.reduced(scope, Effort.full(), TIME);
    while (true) {
      try (var levels = new LevelSearch<>(task, SleepSets.unused(scope))) {
        var result = levels.run();
        if (!levels.hasReliedOnWhatIsWrong()) {
          return levels.isConclusive(result);
        }
      }
    }
  }

  @Test
  void whatIsWrongIsToldEvenIfTheWayToItTakesTooMuchMemory() {
    var scope = Scope.of(TwoFixedGroups.ALGORITHM_SWAPPED, Layout.groups(2, 2), 1);
    var shown = Explorer.search(scope, Effort.full());
    var little = Explorer.search(scope, Effort.full().withMemory(shown.bytes()));
    assertThat(shown.trace()).isPresent();
    assertThat(little.verdict()).isEqualTo(shown.verdict());
    assertThat(little.worlds()).isEqualTo(shown.worlds());
    assertThat(little.trace()).as(little.what()).isEmpty();
    assertThat(little.what()).contains("inside together", "more memory");
  }
}
