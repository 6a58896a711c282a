package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Layout;
import io.sluice.protocol.forgetting.Answer;
import io.sluice.protocol.forgetting.ForgottenName;
import io.sluice.protocol.forgetting.Frozen;
import io.sluice.protocol.forgetting.Proposal;
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
            Proposal.class,
            "names.get(name).isFrozen() && names.get(name).balance() == 0",
            "names.get(name).isFrozen()",
            List.of("exclusion", "deadlock", "stuck", "failed", "illegal")),
        Arguments.of(
            "forgets although a member uses the name",
            Answer.class,
            "return new Answer(inUse ? Reply.IN_USE : Reply.CONTENDED, 0);",
            "return new Answer(Reply.FROZEN, balance + other.balance);",
            List.of("exclusion", "deadlock", "stuck", "failed", "illegal", "invariant:fence")),
        Arguments.of(
            "decides before all have answered",
            Proposal.class,
            "return missing == 0;",
            "return missing <= 1;",
            List.of("exclusion", "deadlock", "stuck", "failed", "illegal", "invariant:fence")),
        Arguments.of(
            "forgets the fences too",
            ForgottenName.class,
            "fresh(Math.max(s.floor, fence))",
            "fresh(0)",
            List.of("invariant:fence")),
        Arguments.of(
            "forgets the fences that others know",
            Proposal.class,
            "Math.max(fence, highest)",
            "fence",
            List.of("invariant:fence")),
        Arguments.of(
            "agrees without freezing the name",
            ForgottenName.class,
            "yield answer.isFrozen() ? s.frozen(Frozen.by(from)) : s;",
            "yield answer.isFrozen() ? s.with(central.initial(), -s.balance, s.fence) : s;",
            List.of("exclusion", "deadlock", "stuck", "failed", "illegal", "invariant:fence")),
        Arguments.of(
            "agrees although it is inside",
            Answer.class,
            "return inUse ? new Answer(Reply.IN_USE, 0) :",
            "return inUse && balance < 0 ? new Answer(Reply.IN_USE, 0) :",
            List.of("exclusion", "deadlock", "stuck", "failed", "illegal", "invariant:fence")),
        Arguments.of(
            "drops messages that wait for the decision",
            Frozen.class,
            "more.add(message);",
            "more.removeIf(message::equals);",
            List.of("deadlock", "stuck", "failed")),
        Arguments.of(
            "drops a request that waits for the decision",
            ForgottenName.class,
            "return s.asked ? acquire(",
            "return s.asked && forgotten ? acquire(",
            List.of("deadlock", "stuck", "failed")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void mutations(String name, Class<?> type, String original, String mutated, List<String> verdicts)
      throws IOException, ReflectiveOperationException {
    try (var mutant = Mutant.of(type, original, mutated, directory)) {
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
