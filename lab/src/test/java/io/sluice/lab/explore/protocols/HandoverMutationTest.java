package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.data.Handover;
import io.sluice.protocol.exclusive.TokenQueue;
import io.sluice.protocol.mobile.RwLmp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The handing over of data broken on purpose, in its own source: the explorer catches each. */
class HandoverMutationTest {

  @TempDir Path directory;

  /** What a mutated protocol is searched with. */
  @FunctionalInterface
  interface Scopes {
    Scope<?, ?> of(Over mutant) throws ReflectiveOperationException;
  }

  /** Makes the mutated protocol for a lock. */
  record Over(Mutant mutant) {
    Algorithm<?, ?> lock(Algorithm<?, ?> lock, int copies) throws ReflectiveOperationException {
      var type = Class.forName(Handover.class.getName(), true, mutant);
      var over = type.getMethod("over", Algorithm.class, int.class);
      return (Algorithm<?, ?>) over.invoke(null, lock, copies);
    }
  }

  private static Scope<?, ?> oneCopy(Over mutant) throws ReflectiveOperationException {
    return Scope.of(mutant.lock(TokenQueue.ALGORITHM, 1), Layout.plain(2), 2);
  }

  private static Scope<?, ?> twoCopies(Over mutant) throws ReflectiveOperationException {
    return Scope.of(mutant.lock(TokenQueue.ALGORITHM, 2), Layout.plain(3), 1);
  }

  private static Scope<?, ?> crashing(Over mutant) throws ReflectiveOperationException {
    return Scope.of(mutant.lock(RwLmp.ALGORITHM, 2), Layout.plain(2), 1).with(new Faults(1, 0, 0));
  }

  private static Scope<?, ?> crashingOfThree(Over mutant) throws ReflectiveOperationException {
    return Scope.of(mutant.lock(RwLmp.ALGORITHM, 2), Layout.plain(3), 1)
        .withClaims(node -> List.of(node == 0 ? Claim.EXCLUSIVE : Claim.SHARED))
        .with(new Faults(1, 0, 0));
  }

  private static Scope<?, ?> departing(Over mutant) throws ReflectiveOperationException {
    return Scope.of(mutant.lock(RwLmp.ALGORITHM, 1), Layout.plain(2), 1).with(new Churn(0, 1, 0));
  }

  private static Arguments of(
      String name,
      String type,
      String original,
      String mutated,
      Scopes scope,
      List<String> verdicts) {
    return Arguments.of(name, type, original, mutated, scope, verdicts);
  }

  static Stream<Arguments> mutations() {
    return Stream.of(
        of(
            "sends the record before the copy",
            "Replication",
            "if (s.commit().isEmpty() || s.offered().isPresent()) {",
            "if (s.commit().isEmpty()) {",
            HandoverMutationTest::crashing,
            List.of("invariant:survives")),
        of(
            "commits without a copy elsewhere",
            "Replication",
            "return others.size() + 1 < copies; }",
            "return false; }",
            HandoverMutationTest::crashing,
            List.of("invariant:survives")),
        of(
            "believes whatever it hears last",
            "Whereabouts",
            "return version > other.version ? this : other;",
            "return other;",
            HandoverMutationTest::oneCopy,
            List.of("invariant:newest", "deadlock", "stuck")),
        of(
            "does not say where the newest version is",
            "Handover",
            "new OfLock<>(message, copies.known(),",
            "new OfLock<>(message, new Whereabouts(0, copies.known().holders()),",
            HandoverMutationTest::oneCopy,
            List.of("invariant:newest")),
        of(
            "writes in place",
            "Handover",
            "return s.with(writes ? known.atLeast(known.highest() + 1) : known)",
            "return s.with(writes ? new Copy(s.copy().version(), s.copy().marks(),"
                + " s.copy().written(known.highest() + 1, changed()).blocks()) : s.copy())"
                + ".with(writes ? known.atLeast(known.highest() + 1) : known)",
            HandoverMutationTest::oneCopy,
            List.of("invariant:whole")),
        of(
            "takes a version for whole when its first block has come",
            "Handover",
            "if (block < Copy.BLOCKS) {",
            "if (block == 0) {",
            HandoverMutationTest::oneCopy,
            List.of("invariant:whole")),
        of(
            "lets the application in before the data has come",
            "Handover",
            "case Granted granted when s.copies().isCurrent() || s.copies().isLost() ->",
            "case Granted granted when !s.copies().departing() ->",
            HandoverMutationTest::oneCopy,
            List.of("invariant:newest")),
        of(
            "releases the lock before the commit is complete",
            "Handover",
            "case Committing() when s.copies().isCommitted() ->",
            "case Committing() ->",
            HandoverMutationTest::twoCopies,
            List.of("invariant:newest", "invariant:survives", "invariant:one-content")),
        of(
            "uses the number of a discarded version again",
            "Handover",
            "new Numbers(version, s.numbers().committed(), Optional.of(version));",
            "new Numbers(version - 1, s.numbers().committed(), Optional.of(version));",
            HandoverMutationTest::oneCopy,
            List.of("invariant:discarded", "invariant:newest")),
        of(
            "departs with the only copy",
            "Replication",
            "return s.departing() && idle && !(lacksCopies(s) && !candidates(s).isEmpty());",
            "return s.departing();",
            HandoverMutationTest::departing,
            List.of("invariant:kept")),
        of(
            "does not wait for the reports of the survivors",
            "Replication",
            "return reporting.size() < present.size()",
            "return reporting.isEmpty()",
            HandoverMutationTest::crashingOfThree,
            List.of("invariant:newest", "invariant:survives", "invariant:one-content")),
        of(
            "tells of a version before it has a copy",
            "Replication",
            "var stored = s.withStored(version).fetching(Optional.empty());",
            "var stored = s.withStored(version).with(new Whereabouts(version,"
                + " ProcessSet.of(self))).fetching(Optional.empty());",
            HandoverMutationTest::crashing,
            List.of("invariant:survives")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void mutations(
      String name,
      String type,
      String original,
      String mutated,
      Scopes scope,
      List<String> verdicts)
      throws IOException, ReflectiveOperationException {
    var mutatedType = Class.forName(Handover.class.getPackageName() + "." + type);
    try (var mutant = Mutant.of(mutatedType, original, mutated, directory)) {
      var result = Explorer.search(scope.of(new Over(mutant)), Effort.full());
      assertThat(verdicts).as(result.what()).contains(result.verdict().word());
    }
  }
}
