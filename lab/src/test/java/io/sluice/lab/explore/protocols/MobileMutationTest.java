package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.mobile.Rooms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The tree, the queue and their mending broken on purpose: the explorer catches each. */
class MobileMutationTest {

  @TempDir Path directory;

  private static Scope<?, ?> quiet(Algorithm<?, ?> algorithm) {
    return Scope.of(algorithm, Layout.groups(2, 1), 2).withOvertaking();
  }

  private static Scope<?, ?> deep(Algorithm<?, ?> algorithm) {
    return Scope.of(algorithm, Layout.groups(3, 1), 1).withoutFences();
  }

  private static Scope<?, ?> leaving(Algorithm<?, ?> algorithm) {
    return Scope.of(algorithm, Layout.groups(2, 1), 1).with(new Churn(0, 1, 0));
  }

  private static Scope<?, ?> withdrawing(Algorithm<?, ?> algorithm) {
    return Scope.of(algorithm, Layout.groups(2, 1), 1).with(new Churn(0, 0, 2));
  }

  private static Scope<?, ?> crashing(Algorithm<?, ?> algorithm) {
    return Scope.of(algorithm, Layout.groups(2, 1), 1).with(new Faults(1, 0, 0));
  }

  private static Scope<?, ?> admitting(Algorithm<?, ?> algorithm) {
    return Scope.of(algorithm, Layout.groups(2, 1), Scope.UNBOUNDED).withOvertaking();
  }

  private static Arguments of(
      String name,
      String type,
      String original,
      String mutated,
      Function<Algorithm<?, ?>, Scope<?, ?>> scope,
      List<String> verdicts) {
    return Arguments.of(name, type, original, mutated, scope, verdicts);
  }

  static Stream<Arguments> mutations() {
    return Stream.of(
        of(
            "lets in the next request, for any room",
            "QueueSide",
            "return !room.equals(Claim.ALONE) && room.equals(open.room());",
            "return !room.equals(Claim.ALONE);",
            MobileMutationTest::quiet,
            List.of("exclusion")),
        of(
            "passes the token on before the room is empty",
            "QueueSide",
            "if (open.inside() == 0) { return pass",
            "if (open.inside() <= 1) { return pass",
            MobileMutationTest::quiet,
            List.of("exclusion", "failed")),
        of(
            "keeps the token that it passes on",
            "QueueSide",
            "return pass(q.withOpen(Optional.empty()), next.asker(), open, out);",
            "return pass(q, next.asker(), open, out);",
            MobileMutationTest::quiet,
            List.of("invariant:one-token")),
        of(
            "does not say who comes next",
            "QueueSide",
            "asking.next().isPresent() ? tell(in, manager, asking.next().get(), out)",
            "asking.next().isPresent() ? in",
            MobileMutationTest::quiet,
            List.of("deadlock", "stuck", "invariant:root-is-tail")),
        of(
            "never raises the fence",
            "QueueSide",
            "var used = token.used();",
            "var used = token;",
            MobileMutationTest::quiet,
            List.of("invariant:fence")),
        of(
            "gives its place away before its neighbours know",
            "TreeSide",
            "if (!giving.unaware().isEmpty()) { return t.with(giving); }",
            "",
            MobileMutationTest::quiet,
            List.of("invariant:tree", "failed", "deadlock")),
        of(
            "forgets those who wait at the root's place",
            "TreeSide",
            "var climbs = behind ? ofOthers(t) : List.<Waiting>of();",
            "var climbs = List.<Waiting>of();",
            MobileMutationTest::quiet,
            List.of("deadlock", "stuck", "invariant:overtaking")),
        of(
            "does not give word that a climb was taken up",
            "TreeSide",
            "if (below != self && below != climber) {",
            "if (below < 0) {",
            MobileMutationTest::deep,
            List.of("deadlock", "stuck")),
        of(
            "departs with the token",
            "Mobile",
            "s.tree().isRoot() ? s.with(queue.bequeath(s.queue(), successor, out)) : s;",
            "s;",
            MobileMutationTest::leaving,
            List.of("invariant:one-token", "invariant:root-is-tail")),
        of(
            "takes a withdrawn request",
            "QueueSide",
            "boolean enters = q.wants().equals(Optional.of(asking.room()));",
            "boolean enters = true;",
            MobileMutationTest::withdrawing,
            List.of("invariant:unasked-grant")),
        of(
            "skips a request without telling who is next now",
            "QueueSide",
            "return onNext(answer(q, skip, true, out), skip.next(), out);",
            "return answer(q, skip, true, out);",
            MobileMutationTest::withdrawing,
            List.of("invariant:root-is-tail", "failed", "deadlock", "stuck")),
        of(
            "listens to messages from before a crash",
            "CrashRecovery",
            "if (!now.era().excluded().equals(excluded)) { return now; }",
            "",
            MobileMutationTest::crashing,
            List.of("exclusion", "invariant:one-token", "failed", "invariant:tree")),
        of(
            "recovers before all have reported",
            "CrashRecovery",
            "if (era.reports().size() + era.excluded().size() < size) {",
            "if (era.reports().size() + era.excluded().size() < size - 1) {",
            MobileMutationTest::crashing,
            List.of("exclusion", "invariant:one-token", "deadlock", "stuck", "invariant:tree")),
        of(
            "makes a new token with an old number",
            "CrashRecovery",
            "new Token((long) era.excluded().size() << ENTRIES_BITS)",
            "Token.NEW",
            MobileMutationTest::crashing,
            List.of("invariant:fence")));
  }

  @Test
  void latecomersThatAreNotCounted() throws IOException, ReflectiveOperationException {
    var queueSide = Class.forName(Rooms.class.getPackageName() + ".QueueSide");
    try (var mutant = Mutant.of(queueSide, ".withPlaces(open.places() - 1);", ";", directory)) {
      var searched = admitting(mutant.algorithm(Rooms.class, "rooms:admitting=1"));
      assertThat(Explorer.search(searched, Effort.full()).verdict().word())
          .isEqualTo("invariant:overtaking");
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void mutations(
      String name,
      String type,
      String original,
      String mutated,
      Function<Algorithm<?, ?>, Scope<?, ?>> scope,
      List<String> verdicts)
      throws IOException, ReflectiveOperationException {
    var mutatedClass = Class.forName(Rooms.class.getPackageName() + "." + type);
    try (var mutant = Mutant.of(mutatedClass, original, mutated, directory)) {
      var searched = scope.apply(mutant.algorithm(Rooms.class));
      assertThat(verdicts).contains(Explorer.search(searched, Effort.full()).verdict().word());
    }
  }
}
