package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.rendezvous.Barrier;
import io.sluice.protocol.rendezvous.Latch;
import io.sluice.protocol.rendezvous.Replica;
import io.sluice.protocol.rendezvous.Rule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Latches and barriers broken on purpose, in their own source: the explorer catches each. */
class RendezvousMutationTest {

  @TempDir Path directory;

  /** Where a fault shows. */
  record Setting(Class<?> type, int processes, int crashes, Map<String, Integer> orders) {

    Scope<?, ?> of(Algorithm<?, ?> algorithm) {
      return Scope.of(algorithm, Layout.plain(processes), 1)
          .with(new Faults(crashes, 0, 0))
          .withOrders(orders);
    }

    @Override
    public String toString() {
      return type.getSimpleName();
    }
  }

  private static final Setting LATCH = new Setting(Latch.class, 3, 1, Map.of("count-down", 2));
  private static final Setting BARRIER = new Setting(Barrier.class, 3, 1, Map.of("arrive", 2));
  private static final Setting TIMEOUT =
      new Setting(Barrier.class, 2, 0, Map.of("arrive", 2, "give-up", 1));

  record Fault(String name, Class<?> type, String original, String mutated) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final Fault APPLIES_TOO_EARLY =
      new Fault(
          "a change is applied before all members have it",
          Replica.class,
          "least = Math.min(least, each.end);",
          "");
  private static final Fault SILENT_REPORT =
      new Fault(
          "a report leaves out what has not been applied",
          Replica.class,
          "new Message.Report(s.node, s.index, s.tally, s.log)",
          "new Message.Report(s.node, s.index, s.tally, List.of())");
  private static final Fault FORGETS_OWN =
      new Fault(
          "what the first member crashed with is not submitted again",
          Replica.class,
          "if (!next.log.contains(change)) {",
          "if (false) {");
  private static final Fault SUBMITS_TWICE =
      new Fault(
          "what is in the log already is submitted again",
          Replica.class,
          "if (!next.log.contains(change)) {",
          "if (true) {");
  private static final Fault OPENS_TOO_EARLY =
      new Fault(
          "a view begins before all members have reported",
          Replica.class,
          "heard.size() == s.members.size()",
          "heard.size() == s.members.size() - 1");
  private static final Fault DROPS_EARLY =
      new Fault(
          "a change that comes before the view is open is dropped",
          Replica.class,
          "acknowledge(append(s, change), out) : waiting(s, change);",
          "acknowledge(append(s, change), out) : s;");
  private static final Fault ONE_IS_ENOUGH =
      new Fault(
          "one arrival less is enough",
          Rule.class,
          "after.tickets().size() == needed",
          "after.tickets().size() == needed - 1");
  private static final Fault LOSS_IS_IGNORED =
      new Fault(
          "the loss of a party breaks nothing",
          Rule.class,
          "kind == Kind.BARRIER && hasLost(tally, new HashSet<>(nodes))",
          "false");
  private static final Fault GIVING_UP_IS_IGNORED =
      new Fault(
          "a party that gives up breaks nothing",
          Rule.class,
          "kind == Kind.BARRIER && tally.tickets().contains(ticket)",
          "false");

  static Stream<Arguments> mutations() {
    return Stream.of(
        Arguments.of(APPLIES_TOO_EARLY, LATCH, "invariant:kept"),
        Arguments.of(SILENT_REPORT, LATCH, "failed"),
        Arguments.of(FORGETS_OWN, LATCH, "stuck"),
        Arguments.of(OPENS_TOO_EARLY, LATCH, "failed"),
        Arguments.of(DROPS_EARLY, LATCH, "stuck"),
        Arguments.of(ONE_IS_ENOUGH, LATCH, "invariant:complete"),
        Arguments.of(APPLIES_TOO_EARLY, BARRIER, "invariant:kept"),
        Arguments.of(SILENT_REPORT, BARRIER, "failed"),
        Arguments.of(FORGETS_OWN, BARRIER, "stuck"),
        Arguments.of(SUBMITS_TWICE, BARRIER, "invariant:once"),
        Arguments.of(OPENS_TOO_EARLY, BARRIER, "failed"),
        Arguments.of(ONE_IS_ENOUGH, TIMEOUT, "invariant:complete"),
        Arguments.of(LOSS_IS_IGNORED, BARRIER, "stuck"),
        Arguments.of(GIVING_UP_IS_IGNORED, TIMEOUT, "stuck"));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource
  void mutations(Fault fault, Setting setting, String verdict)
      throws IOException, ReflectiveOperationException {
    try (var mutant = Mutant.of(fault.type, fault.original, fault.mutated, directory)) {
      var scope = setting.of(mutant.algorithm(setting.type));
      var result = Explorer.search(scope, Effort.full());
      assertThat(result.verdict().word()).as(result.what()).isEqualTo(verdict);
    }
  }
}
