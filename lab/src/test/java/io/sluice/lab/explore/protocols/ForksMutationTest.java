package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.group.Forks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Forks broken on purpose, in its own source: the explorer catches each. This is what the "ok" of
 * the unbroken one is worth.
 */
class ForksMutationTest {

  @TempDir Path directory;

  static Stream<Arguments> mutations() {
    return Stream.of(
        Arguments.of(
            "enters although forks are missing",
            "s.phase instanceof Waiting && s.forks.equals(s.competitors);",
            "s.phase instanceof Waiting && !s.forks.isEmpty();",
            List.of("exclusion")),
        Arguments.of(
            "keeps a fork that it has given away",
            "return s.with(s.forks.minus(to), s.deferred.minus(to));",
            "return s.with(s.forks, s.deferred.minus(to));",
            List.of("invariant:one-fork")),
        Arguments.of(
            "gives its forks away while inside",
            "case Inside() -> s.deferring(from);",
            "case Inside() -> give(s, from, new Fork(s.fence, false), out);",
            List.of("exclusion")),
        Arguments.of(
            "forgets on leaving whom it put off",
            "out.send(s.deferred, new Fork(s.fence, true));",
            "",
            List.of("invariant:one-fork")),
        Arguments.of(
            "puts off older requests too",
            "case Waiting w when theirs.before(w.ticket) -> giveWay(s, w, from, out);",
            "",
            List.of("deadlock", "stuck", "invariant:overtaking")),
        Arguments.of(
            "gives way to an older request without asking again",
            "new Swap(s.fence, w.ticket)",
            "new Fork(s.fence, false)",
            List.of("deadlock", "stuck", "invariant:overtaking")),
        Arguments.of(
            "never asks for what it has lent",
            "out.send(w.lent, new Ask(w.ticket));",
            "",
            List.of("deadlock", "stuck", "invariant:overtaking")),
        Arguments.of(
            "never raises the fence",
            "out.granted(s.fence + 1);",
            "out.granted(s.fence);",
            List.of("invariant:fence")),
        Arguments.of(
            "does not hear of a higher fence",
            "s.fencedBy(fence).with(s.forks.plus(from), s.deferred);",
            "s.with(s.forks.plus(from), s.deferred);",
            List.of("invariant:fence")),
        Arguments.of(
            "ignores the clocks of others",
            "return hearing(ticket.time());",
            "return this;",
            List.of("invariant:overtaking", "starvation", "stuck")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void mutations(String name, String original, String mutated, List<String> verdicts)
      throws IOException, ReflectiveOperationException {
    try (var mutant = Mutant.of(Forks.class, original, mutated, directory)) {
      var algorithm = mutant.algorithm(Forks.class);
      var verdict =
          Stream.of(Layout.groups(2, 1), Layout.groups(1, 2), Layout.groups(2, 2))
              .map(layout -> search(algorithm, layout))
              .filter(Verdict::isViolation)
              .findFirst();
      assertThat(verdict.map(Verdict::word)).as(name).isPresent();
      assertThat(verdicts).contains(verdict.get().word());
    }
  }

  private static Verdict search(Algorithm<?, ?> algorithm, Layout layout) {
    int entries = layout.size() == 4 ? 1 : 3;
    return Explorer.search(Scope.of(algorithm, layout, entries).withOvertaking(), Effort.full())
        .verdict();
  }
}
