package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.catalogue.Catalogue;
import io.sluice.protocol.mobile.Balancing;
import io.sluice.protocol.mobile.Elmp;
import io.sluice.protocol.mobile.Message;
import io.sluice.protocol.mobile.Rooms;
import io.sluice.protocol.mobile.RwLmp;
import io.sluice.protocol.mobile.State;
import io.sluice.protocol.mobile.TreeRole.Move.Gathering;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Mobile processes on a tree that is balanced lazily, with alpha so small that three of them can
 * make a tree that is too high. At rest every place knows the sizes below, and the tree is low.
 */
class LazyTreeTest {

  private static final Balancing STRICT = Balancing.LAZY.withAlpha(100);
  private static final Algorithm<State, Message> ELMP = Elmp.balanced(STRICT);
  private static final Churn COMES = new Churn(1, 0, 0);
  private static final Churn COMES_AND_GOES = new Churn(1, 1, 0);

  @TempDir Path directory;

  private static <S, M> Scope<S, M> withNewcomer(Algorithm<S, M> algorithm, int nodes) {
    return Scope.of(algorithm, Layout.plain(nodes).plusNewcomers(1), 1);
  }

  static Stream<Arguments> scopes() {
    return Stream.of(
        Arguments.of("three, twice", Scope.of(ELMP, Layout.plain(3), 2).withOvertaking()),
        Arguments.of("four", Scope.of(ELMP, Layout.plain(4), 1).withOvertaking()),
        Arguments.of("one comes", withNewcomer(ELMP, 2).with(COMES)),
        Arguments.of("one comes, one goes", withNewcomer(ELMP, 2).with(COMES_AND_GOES)),
        Arguments.of(
            "two of three go", Scope.of(ELMP, Layout.plain(3), 1).with(new Churn(0, 2, 0))),
        Arguments.of("one crashes", Scope.of(ELMP, Layout.plain(3), 1).with(new Faults(1, 0, 0))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void scopes(String what, Scope<?, ?> scope) {
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
  }

  static Stream<Arguments> large() {
    return Stream.of(
        Arguments.of("one comes to three, one goes", withNewcomer(ELMP, 3).with(COMES_AND_GOES)),
        Arguments.of(
            "one comes, one goes, one crashes",
            withNewcomer(ELMP, 2).with(COMES_AND_GOES).with(new Faults(1, 0, 0))));
  }

  @Tag("long")
  @ParameterizedTest(name = "{0}")
  @MethodSource
  void large(String what, Scope<?, ?> scope) {
    scopes(what, scope);
  }

  /** Else the searches above would say nothing about it. */
  @Test
  void partsAreBuiltAnew() {
    var never =
        Algorithm.of("elmp", ELMP.family(), ELMP.maker())
            .fenced()
            .invariant(
                "never-rebuilt",
                world ->
                    IntStream.range(0, world.layout().size())
                        .noneMatch(node -> world.state(node).tree().move() instanceof Gathering))
            .build();
    var result = Explorer.search(withNewcomer(never, 2).with(COMES), Effort.full());
    assertThat(result.verdict().word()).isEqualTo("invariant:never-rebuilt");
  }

  @Test
  void aNameSaysHowTheTreeIsBalanced() {
    for (var balancing :
        List.of(Balancing.LAZY, STRICT, Balancing.KEPT.withArity(3), STRICT.withArity(64))) {
      for (var algorithm :
          List.of(Elmp.balanced(balancing), RwLmp.balanced(balancing), Rooms.balanced(balancing))) {
        assertThat(Catalogue.builtIn().find(algorithm.name()).map(Algorithm::name))
            .contains(algorithm.name());
      }
    }
    assertThat(Elmp.balanced(Balancing.LAZY).name()).isEqualTo("elmp:lazy");
    assertThat(Elmp.balanced(Balancing.LAZY.withAlpha(125).withArity(3)).name())
        .isEqualTo("elmp:lazy:alpha=1.25:arity=3");
    assertThat(Catalogue.builtIn().find("rooms:lazy:admitting=2").map(Algorithm::name))
        .contains("rooms:lazy:admitting=2");
    for (var wrong :
        List.of(
            "elmp:",
            "elmp:arity=1",
            "elmp:alpha=2",
            "elmp:lazy:alpha=0.5",
            "elmp:admitting=1",
            "elmpx")) {
      assertThat(Catalogue.builtIn().find(wrong)).as(wrong).isEmpty();
    }
  }

  @Test
  void theHeightAllowed() {
    assertThat(Balancing.KEPT.mostHeight(1 << 20)).isEqualTo(20);
    assertThat(Balancing.KEPT.withArity(4).mostHeight(1365)).isEqualTo(5);
    assertThat(Balancing.KEPT.withArity(4).mostHeight(1366)).isEqualTo(6);
    assertThat(Balancing.LAZY.mostHeight(1 << 20)).isEqualTo(30);
    assertThat(STRICT.mostHeight(3)).isEqualTo(1);
  }

  static Stream<Arguments> mutations() {
    return Stream.of(
        Arguments.of(
            "never rebuilds",
            "return balancing.isTooHigh(Size.above(t.place().orElseThrow().branches()));",
            "return false;",
            List.of("invariant:balanced")),
        Arguments.of(
            "forgets one when it builds",
            "number < members.size(); number++",
            "number < members.size() - 1; number++",
            List.of("invariant:tree", "deadlock", "stuck")),
        Arguments.of(
            "does not wait until all is taken apart",
            "if (!gathering.awaited().isEmpty()) { return t.with(gathering); }",
            "",
            List.of("invariant:tree", "failed")),
        Arguments.of(
            "does not note the size below",
            "t.with(t.place().orElseThrow().weighing(child, size))",
            "t",
            List.of("invariant:balanced")),
        Arguments.of(
            "does not pass the word up",
            "out.send(place.parent().get(), new Weighed(self, Size.above(place.branches()), vacated));",
            "",
            List.of("deadlock", "stuck")),
        Arguments.of(
            "leaves with what waits at its place",
            "new Vacated(ofOthers(t))",
            "new Vacated(List.of())",
            List.of("deadlock", "stuck")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void mutations(String name, String original, String mutated, List<String> verdicts)
      throws IOException, ReflectiveOperationException {
    var type = Class.forName(Elmp.class.getPackageName() + ".LazyTree");
    try (var mutant = Mutant.of(type, original, mutated, directory)) {
      var found =
          (Optional<?>)
              Class.forName(Elmp.class.getName(), true, mutant)
                  .getMethod("find", String.class)
                  .invoke(null, "elmp:lazy:alpha=1");
      var algorithm = (Algorithm<?, ?>) found.orElseThrow();
      var result = Explorer.search(withNewcomer(algorithm, 2).with(COMES_AND_GOES), Effort.full());
      assertThat(verdicts).contains(result.verdict().word());
    }
  }
}
