package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.ForgottenName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Forgetting names broken on purpose, in its own source: the explorer catches each. */
class ForgottenNameMutationTest {

  @TempDir Path directory;

  static Stream<Arguments> mutations() {
    return Stream.of(
        Arguments.of(
            "forgets although a message is in transit",
            "round.agreed && round.balance == 0",
            "round.agreed",
            List.of("exclusion", "deadlock", "stuck", "failed", "illegal")),
        Arguments.of(
            "forgets the fences too",
            "fresh(Math.max(s.floor, fence))",
            "fresh(0)",
            List.of("invariant:fence")),
        Arguments.of(
            "agrees without freezing the name",
            "return s.froze(proposer, Optional.empty());",
            "return s.with(central.initial(), -s.balance, s.fence);",
            List.of("exclusion", "deadlock", "stuck", "failed", "illegal", "invariant:fence")),
        Arguments.of(
            "agrees although it is inside",
            "if (s.isFrozen() || s.requesting) {",
            "if (s.isFrozen()) {",
            List.of("exclusion", "deadlock", "stuck", "failed", "illegal", "invariant:fence")),
        Arguments.of(
            "drops messages that wait for the decision",
            "next = take(next, each.from, each.message, out);",
            "next = next.asked ? take(next, each.from, each.message, out) : next;",
            List.of("deadlock", "stuck", "failed")),
        Arguments.of(
            "drops a request that waits for the decision",
            "return s.asked ? acquire(",
            "return s.asked && forgotten ? acquire(",
            List.of("deadlock", "stuck", "failed")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void mutations(String name, String original, String mutated, List<String> verdicts)
      throws IOException, ReflectiveOperationException {
    try (var mutant = Mutant.of(ForgottenName.class, original, mutated, directory)) {
      var algorithm = mutant.model(ForgottenName.class);
      var verdict =
          Stream.of(
                  Scope.of(algorithm, Layout.plain(2), 2),
                  Scope.of(algorithm, Layout.plain(3), 1),
                  Scope.of(algorithm, Layout.plain(3), 2).asking(process -> process > 0))
              .map(scope -> Explorer.search(scope, Effort.full()).verdict())
              .filter(Verdict::isViolation)
              .findFirst();
      assertThat(verdict.map(Verdict::word)).as(name).isPresent();
      assertThat(verdicts).contains(verdict.get().word());
    }
  }
}
