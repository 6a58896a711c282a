package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.scaling.GuardedScaling;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The guarded scaling protocol broken on purpose, in its own source: the explorer catches each. */
class ScalingMutationTest {

  private static final String PACKAGE = "io.sluice.protocol.scaling.";

  @TempDir Path directory;

  static Stream<Arguments> mutations() {
    return Stream.of(
        Arguments.of(
            "starts the new instance before all have acknowledged it",
            "GuardedScaling",
            "case Duplicating(var newborn, var missing) when missing.isEmpty() -> {",
            "case Duplicating(var newborn, var missing) -> {"),
        Arguments.of(
            "never leaves the section",
            "GuardedScaling",
            "yield guarded(s.with(new Resting()), new Release<>(), out);",
            "yield s.with(new Resting());"),
        Arguments.of(
            "the newborn never leaves the section",
            "GuardedScaling",
            "return guarded(flow(born, born.records, out), new Release<>(), out);",
            "return flow(born, born.records, out);"),
        Arguments.of(
            "the newborn gets no forks",
            "GuardedScaling",
            "s.guard.meeting(table.neighbours(), true)",
            "s.guard.meeting(table.neighbours(), false)"),
        Arguments.of(
            "the newborn forgets who asked it early",
            "GuardedScaling",
            "s.guard.meeting(ProcessSet.of(from), true)",
            "s.guard"),
        Arguments.of(
            "a neighbour does not count on the newborn's fork",
            "GuardedScaling",
            "yield s.with(s.table.plus(side, newborn)).with(guard);",
            "yield s.with(s.table.plus(side, newborn));"),
        Arguments.of(
            "a neighbour does not enter the newborn into its table",
            "GuardedScaling",
            "yield s.with(s.table.plus(side, newborn)).with(guard);",
            "yield s.with(guard);"),
        Arguments.of(
            "tells only its successors of the newborn",
            "GuardedScaling",
            "out.send(s.table.preds(), new Duplication(Side.SUCCESSOR, newborn));",
            ""),
        Arguments.of(
            "takes predecessors for successors",
            "Table",
            "case PREDECESSOR -> new Table(preds.plus(instances), succs);",
            "case PREDECESSOR -> new Table(preds, succs.plus(instances));"),
        Arguments.of(
            "does without a guard",
            "GuardedScaling",
            "guarded(s.with(new ToDuplicate(newborn)), ASKING, out)",
            "begin(s.with(new ToDuplicate(newborn)), out)"),
        Arguments.of(
            "deletes itself without a guard",
            "GuardedScaling",
            "guarded(s.with(new ToDelete()), ASKING, out)",
            "begin(s.with(new ToDelete()), out)"),
        Arguments.of(
            "keeps one that deletes itself in its table",
            "GuardedScaling",
            "s.with(s.table.minus(from)).with(forks",
            "s.with(forks"),
        Arguments.of(
            "waits for the fork of one that deletes itself",
            "GuardedScaling",
            "var rest = s.with(s.table.minus(from)).with(forks.without(s.guard, from, gate));",
            "var rest = s.with(s.table.minus(from));"),
        Arguments.of(
            "does not begin when a deletion lets it in",
            "GuardedScaling",
            "yield gate.opened() ? begin(rest, out) : rest;",
            "yield rest;"),
        Arguments.of(
            "drains before its predecessors have forgotten it",
            "GuardedScaling",
            "case Detaching(var missing) when missing.isEmpty() ->",
            "case Detaching(var missing) ->"),
        Arguments.of(
            "takes the records that it holds with it",
            "GuardedScaling",
            "case Draining() when s.records.held().isEmpty() -> {",
            "case Draining() -> {"),
        Arguments.of(
            "is gone before its successors have forgotten it",
            "GuardedScaling",
            "case Closing(var missing) when missing.isEmpty() -> dead(s);",
            "case Closing(var missing) -> dead(s);"),
        Arguments.of(
            "sends a record twice",
            "Records",
            "return new Records(held.subList(1, held.size()), entered, left).flowing(succs, out);",
            "return this;"),
        Arguments.of(
            "drops records that come before it is started",
            "GuardedScaling",
            "case Pass(var key) -> s.with(s.records.holding(key)); case Guard",
            "case Pass(var key) -> s; case Guard"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void mutations(String name, String type, String original, String mutated)
      throws IOException, ReflectiveOperationException {
    try (var mutant = Mutant.of(Class.forName(PACKAGE + type), original, mutated, directory)) {
      var algorithm = mutant.algorithm(GuardedScaling.class);
      assertThat(scopes(algorithm))
          .as(name)
          .anyMatch(scope -> Explorer.search(scope, Effort.full()).verdict().isViolation());
    }
  }

  private static <S, M> List<Scope<S, M>> scopes(Algorithm<S, M> algorithm) {
    return List.of(
        ScalingTest.scope(algorithm, Layout.groups(1, 1), 2, 1, 0),
        ScalingTest.scope(algorithm, Layout.groups(1, 1), 1, 1, 1),
        ScalingTest.scope(algorithm, Layout.groups(2, 2), 1, 2, 0),
        ScalingTest.scope(algorithm, Layout.groups(2, 2), 1, 1, 1),
        ScalingTest.scope(algorithm, Layout.groups(1, 2, 1), 0, 1, 1));
  }
}
