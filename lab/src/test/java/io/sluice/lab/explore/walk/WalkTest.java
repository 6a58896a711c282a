package io.sluice.lab.explore.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.explore.protocols.LastComeFirstServed;
import io.sluice.lab.explore.search.FateSearch;
import io.sluice.lab.explore.search.Fates;
import io.sluice.lab.explore.search.Fates.Fate;
import io.sluice.lab.explore.trace.SavedStep.Kind;
import io.sluice.lab.explore.world.Dictionary;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.catalogue.Catalogue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WalkTest {

  private static Scope<?, ?> scope(String protocol, Layout layout) {
    return scopeOf(Catalogue.builtIn().find(protocol).orElseThrow(), layout);
  }

  private static <S, M> Scope<S, M> scopeOf(Algorithm<S, M> algorithm, Layout layout) {
    return Scope.of(algorithm, layout, 1);
  }

  private static <S, M> Walk<S, M> walk(Scope<S, M> scope) {
    return new Walk<>(scope, new Dictionary<>(scope));
  }

  @Test
  void tokensLeadToTheSameWorldInAnotherSession() {
    var scope = scope("2fgme-published", Layout.groups(2, 1));
    var first = walk(scope);
    var tokens = new ArrayList<String>();
    for (int k = 0; k < 6; k++) {
      var last = first.choices().getLast();
      tokens.add(last.token());
      first.take(last);
    }
    var again = walk(scope);
    again.choices().forEach(choice -> assertThat(choice.token()).hasSize(4));
    again.follow(tokens);
    assertThat(again.seal()).isEqualTo(first.seal());
    assertThat(again.steps()).isEqualTo(first.steps());
  }

  @Test
  void aTokenThatDoesNotFitIsRefusedWithItsPlace() {
    var walk = walk(scope("ricart-agrawala", Layout.plain(2)));
    String asks = walk.choices().getFirst().token();
    assertThatThrownBy(() -> walk.follow(List.of(asks, asks)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("choice 2 of the link");
  }

  @Test
  void whatCannotHappenSaysWhy() {
    var walk = walk(scope("lamport", Layout.plain(2)).with(new Faults(1, 0, 0)));
    assertThat(reasons(walk)).contains("p0 is not inside").doesNotContain("p0 has crashed");
    take(walk, "p0 asks");
    take(walk, "p1 asks");
    take(walk, "p1 receives Request(1.p0) from p0");
    assertThat(reasons(walk))
        .contains("p0 has asked already and waits", "behind Request(1.p1): this channel is FIFO");
    take(walk, "p0 crashes");
    assertThat(reasons(walk))
        .contains("p0 has crashed", "all 1 crashes of this scope have happened");
  }

  private static List<String> reasons(Walk<?, ?> walk) {
    return walk.refusals().stream().map(Refusal::why).toList();
  }

  private static void take(Walk<?, ?> walk, String words) {
    walk.take(
        walk.choices().stream()
            .filter(each -> each.words().equals(words))
            .findFirst()
            .orElseThrow());
  }

  @Test
  void statesAreShownWithTheNamesOfProcesses() {
    var walk = walk(scope("lamport", Layout.plain(2)));
    take(walk, "p0 asks");
    assertThat(walk.state(0)).containsEntry("queue", "[1.p0]").containsEntry("clock", "1");
    assertThat(walk.inTransit(0, 1)).containsExactly("Request(1.p0)");
    assertThat(walk.choices().stream().map(Choice::kind)).contains(Kind.RECEIVE, Kind.ASK);
  }

  static Stream<Scope<?, ?>> scopes() {
    return Stream.of(
        scope("maekawa-basic", Layout.plain(3)),
        scope("2fgme-published", Layout.groups(2, 1)),
        scope("ricart-agrawala", Layout.plain(2)).with(new Faults(0, 1, 0)),
        scope("ricart-agrawala", Layout.plain(2)));
  }

  /** Of every world: its fate is what the fates of its choices say. */
  @ParameterizedTest
  @MethodSource("scopes")
  void fatesOfAWorldFollowFromItsChoices(Scope<?, ?> scope) {
    check(scope);
  }

  private static <S, M> void check(Scope<S, M> scope) {
    var dictionary = new Dictionary<>(scope);
    var fates =
        FateSearch.search(scope, dictionary, Effort.full().withWorkers(2), 100_000).orElseThrow();
    var walk = new Walk<>(scope, dictionary);
    var result = Explorer.search(scope, Effort.full());
    int shortest = fates.distance(walk.fingerprint());
    assertThat(shortest)
        .isEqualTo(result.trace().map(trace -> trace.steps().size()).orElse(Fates.NEVER));
    assertThat(result.verdict() instanceof Verdict.Ok).isEqualTo(shortest == Fates.NEVER);
    Deque<Walk.Place> open = new ArrayDeque<>(List.of(walk.here()));
    var seen = new HashSet<>(List.of(walk.fingerprint()));
    while (!open.isEmpty()) {
      walk.goTo(open.removeFirst());
      checkHere(walk, fates);
      var here = walk.here();
      var choices = walk.finding().isEmpty() ? walk.choices() : List.<Choice>of();
      for (var choice : choices) {
        walk.goTo(here);
        walk.take(choice);
        if (seen.add(walk.fingerprint())) {
          open.addLast(walk.here());
        }
      }
    }
    assertThat(fates.worlds()).isEqualTo(seen.size());
  }

  private static void checkHere(Walk<?, ?> walk, Fates fates) {
    var fate = fates.of(walk.fingerprint());
    if (walk.finding().isPresent()) {
      assertThat(fate).isEqualTo(Fate.TROUBLE);
      return;
    }
    var next = walk.choices().stream().filter(choice -> !choice.optional()).toList();
    var follow = next.stream().map(choice -> fates.of(choice.fingerprint())).toList();
    boolean canEndWell = follow.stream().anyMatch(each -> each == Fate.SAFE || each == Fate.OPEN);
    boolean canFail =
        walk.choices().stream()
            .anyMatch(choice -> fates.distance(choice.fingerprint()) != Fates.NEVER);
    var expected = !canFail ? Fate.SAFE : canEndWell || next.isEmpty() ? Fate.OPEN : Fate.DOOMED;
    assertThat(fate).isEqualTo(expected);
  }

  @Test
  void starvationIsALoop() {
    var scope = Scope.of(LastComeFirstServed.ALGORITHM, Layout.plain(3), Scope.UNBOUNDED);
    var fates = FateSearch.search(scope, new Dictionary<>(scope), Effort.full(), 1_000_000);
    assertThat(fates.orElseThrow().isLoop()).isTrue();
    assertThat(fates.orElseThrow().of(walk(scope).fingerprint())).isEqualTo(Fate.OPEN);
  }
}
