package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.group.OrderedLocks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Ordered locks broken on purpose, in their own source: the explorer catches each. */
class OrderedLocksMutationTest {

  @TempDir Path directory;

  static Stream<Arguments> mutations() {
    return Stream.of(
        Arguments.of(
            "one process names its locks in another order",
            "needed.add(lock);",
            "needed.add(self == 1 ? 0 : needed.size(), lock);",
            List.of("deadlock")),
        Arguments.of(
            "enters without the last lock",
            "if (next < needed.size()) {",
            "if (next == 0 || next < needed.size() - 1) {",
            List.of("exclusion", "failed")),
        Arguments.of(
            "asks for all locks at once",
            "return asked ? waiting : take(waiting, lock, new Acquire<>(Claim.EXCLUSIVE), out);",
            "var all = waiting; for (int each : needed.subList(next, needed.size())) {"
                + " all = all.with(each, queue.on(all.locks.get(each),"
                + " new Acquire<>(Claim.EXCLUSIVE), new Effects(each, s.fence, out))); }"
                + " return all;",
            List.of("deadlock", "stuck", "failed", "exclusion")),
        Arguments.of(
            "keeps all locks but the first",
            "release(s, needed, out)",
            "release(s, needed.subList(0, 1), out)",
            List.of("deadlock", "stuck", "failed")),
        Arguments.of(
            "never raises the fence",
            "long fence = s.fence + 1;",
            "long fence = s.fence;",
            List.of("invariant:fence")),
        Arguments.of(
            "does not hear of a higher fence",
            "Math.max(fence, number)",
            "fence",
            List.of("invariant:fence")),
        Arguments.of(
            "a withdrawn request keeps its first lock",
            "needed.subList(0, reached)",
            "needed.subList(Math.min(1, reached), reached)",
            List.of("deadlock", "stuck")),
        Arguments.of(
            "keeps a lock that is granted after the withdrawal",
            ": release(s, List.of(lock), out)",
            ": s",
            List.of("deadlock", "stuck")),
        Arguments.of(
            "goes on when a withdrawn request is granted",
            "boolean wanted = s.awaited.equals(Optional.of(lock));",
            "boolean wanted = true;",
            List.of("invariant:unasked-grant", "failed")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void mutations(String name, String original, String mutated, List<String> verdicts)
      throws IOException, ReflectiveOperationException {
    try (var mutant = Mutant.of(OrderedLocks.class, original, mutated, directory)) {
      var algorithm = mutant.algorithm(OrderedLocks.class);
      var verdict =
          Stream.of(Layout.groups(2, 1), Layout.plain(3))
              .map(layout -> search(algorithm, layout))
              .filter(Verdict::isViolation)
              .findFirst();
      assertThat(verdict.map(Verdict::word)).as(name).isPresent();
      assertThat(verdicts).contains(verdict.get().word());
    }
  }

  private static Verdict search(Algorithm<?, ?> algorithm, Layout layout) {
    var scope = Scope.of(algorithm, layout, 2).with(new Churn(0, 0, 1));
    return Explorer.search(scope, Effort.full()).verdict();
  }
}
