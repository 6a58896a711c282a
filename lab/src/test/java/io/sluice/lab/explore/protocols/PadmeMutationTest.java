package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.priority.Padme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** PADME broken on purpose, in its own source: the explorer catches each. */
class PadmeMutationTest {

  @TempDir Path directory;

  /** What a mutated protocol is searched with. */
  enum Trial {
    PLAIN,
    CRASH,
    LEAVE,
    WITHDRAW,
    MOVE;

    Scope<?, ?> of(Algorithm<?, ?> algorithm, int nodes) {
      var scope = Scope.of(algorithm, Layout.plain(nodes), nodes == 3 ? 2 : 1);
      return switch (this) {
        case PLAIN -> scope;
        case CRASH -> scope.with(new Faults(1, 0, 0));
        case LEAVE -> scope.with(new Churn(0, 1, 0));
        case WITHDRAW -> scope.with(new Churn(0, 0, 1));
        case MOVE -> scope.withOrders(Map.of("move", 1));
      };
    }
  }

  private static Arguments caught(
      String what, String in, String original, String mutated, Trial trial, String verdict) {
    return Arguments.of(what, in, original, mutated, trial, verdict);
  }

  static Stream<Arguments> mutations() {
    return Stream.of(
        caught(
            "the root keeps the token that it sends away",
            "TokenPath",
            "var lent = s.with(token.unit(), new Slot.Out(ticket));",
            "var lent = s;",
            Trial.PLAIN,
            "invariant:one-token"),
        caught(
            "who uses a reply does not send it on",
            "TokenPath",
            "case Onward(var ticket, var token) -> onward(after, ticket, token, out);",
            "case Onward(_, var token) -> after;",
            Trial.PLAIN,
            "invariant:one-token"),
        caught(
            "a release is used by one who does not wait",
            "State",
            "return wish.isPresent() && wish.get().takes(unit);",
            "return wish.isEmpty() || wish.get().takes(unit);",
            Trial.PLAIN,
            "invariant:unasked-grant"),
        caught(
            "who has used the token does not add itself to the release",
            "TokenPath",
            ".forEach(pending -> all.add(pending.wish().ticket()));",
            ".forEach(pending -> {});",
            Trial.PLAIN,
            "stuck"),
        caught(
            "the foremost request is not sent on after a release",
            "TokenPath",
            "var rest = forward(s.without(pending -> isOver(s, pending)), out);",
            "var rest = s.without(pending -> isOver(s, pending));",
            Trial.PLAIN,
            "deadlock"),
        caught(
            "the same fence twice",
            "TokenPath",
            "var token = errand.token().used();",
            "var token = errand.token();",
            Trial.PLAIN,
            "invariant:fence"),
        caught(
            "a token without a waiting requester stays",
            "TokenPath",
            "if (way.isEmpty()) { return back(s, List.of(), token, out); }",
            "if (way.isEmpty()) { return s; }",
            Trial.WITHDRAW,
            "invariant:one-token"),
        caught(
            "a new token although not all have reported",
            "Repair",
            "var heard = s.mourning(s.dead(), s.awaited().minus(from));",
            "var heard = s.mourning(s.dead(), ProcessSet.EMPTY);",
            Trial.CRASH,
            "invariant:one-token"),
        caught(
            "a survivor does not say that it has the token",
            "Repair",
            "out.send(leader(dead), new Sync(dead, held));",
            "out.send(leader(dead), new Sync(dead, List.of()));",
            Trial.CRASH,
            "invariant:one-token"),
        caught(
            "what was under way before a death still counts",
            "Padme",
            "case Message _ when !isTimely -> informed;",
            "case Message _ when message.dead().contains(from) -> informed;",
            Trial.CRASH,
            "invariant:one-token"),
        caught(
            "no new token",
            "Repair",
            "slot instanceof Slot.Missing ? new Slot.Home(token) : slot",
            "slot",
            Trial.CRASH,
            "deadlock"),
        caught(
            "the new token's numbers start again",
            "Repair",
            "new Token((long) s.dead().size() << ENTRY_BITS)",
            "new Token(0)",
            Trial.CRASH,
            "invariant:fence"),
        caught(
            "orphans stay with the dead",
            "Repair",
            "return s.with(s.links().under(root));",
            "return s;",
            Trial.CRASH,
            "deadlock"),
        caught(
            "who moves does not send its requests to its new parent",
            "TreeMembership",
            "new Pending(p.wish(), p.via(), false)",
            "new Pending(p.wish(), p.via(), p.sent())",
            Trial.MOVE,
            "deadlock"),
        caught(
            "a withdrawal strikes the request that has come by another way",
            "TokenPath",
            "p -> p.via() == via && p.wish().ticket().equals(ticket)",
            "p -> p.wish().ticket().equals(ticket)",
            Trial.MOVE,
            "deadlock"),
        caught(
            "a parent departs before its children have moved",
            "TreeMembership",
            "if (!links.children().isEmpty()) { return s; }",
            "",
            Trial.LEAVE,
            "failed"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void mutations(
      String name, String in, String original, String mutated, Trial trial, String verdict)
      throws IOException, ReflectiveOperationException {
    var type = Class.forName(Padme.class.getPackageName() + "." + in);
    try (var mutant = Mutant.of(type, original, mutated, directory)) {
      var algorithm = mutant.algorithm(Padme.class);
      var found =
          Stream.of(3, 4)
              .map(nodes -> Explorer.search(trial.of(algorithm, nodes), Effort.full()).verdict())
              .filter(Verdict::isViolation)
              .findFirst();
      assertThat(found.map(Verdict::word)).as(name).contains(verdict);
    }
  }
}
