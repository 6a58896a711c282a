package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
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
 * What forks do on withdrawal, crash, join and leave, broken on purpose: the explorer catches it.
 */
class ForksMembershipMutationTest {

  private static final String MEMBERSHIP = "io.sluice.protocol.group.ForksMembership";

  @TempDir Path directory;

  static Stream<Arguments> mutations() {
    return Stream.of(
        Arguments.of(
            "sends a fork that is on its way already",
            Forks.class.getName(),
            "if (!s.forks.contains(from)) { return s; }",
            ""),
        Arguments.of(
            "drops the fork that a withdrawn request brings",
            Forks.class.getName(),
            "return holding;",
            "return s;"),
        Arguments.of(
            "forgets on withdrawing whom it put off",
            Forks.class.getName(),
            "out.send(s.deferred, new Fork(s.fence, false));",
            ""),
        Arguments.of(
            "waits for the fork of one that is gone",
            Forks.class.getName(),
            "s.competitors.minus(peer),",
            "s.competitors,"),
        Arguments.of(
            "waits for one that is gone to go first",
            Forks.class.getName(),
            "new Waiting(ticket, ahead.minus(peer),",
            "new Waiting(ticket, ahead,"),
        Arguments.of(
            "does not enter when the last missing fork is needed no more",
            Forks.class.getName(),
            "return enterIfComplete(askBack(rest, waiting, out), out);",
            "return askBack(rest, waiting, out);"),
        Arguments.of(
            "takes no fork for what a crashed process may have used",
            MEMBERSHIP,
            "forget(s.fencedBy(lifted).with(",
            "forget(s.with("),
        Arguments.of(
            "both keep the fork when hellos cross", MEMBERSHIP, "!crossed || self < from", "true"),
        Arguments.of("neither has the fork", MEMBERSHIP, "!crossed || self < from", "false"),
        Arguments.of(
            "joins before all have answered",
            MEMBERSHIP,
            "roster.phase() != MemberPhase.JOINING || !roster.awaited().isEmpty()",
            "roster.phase() != MemberPhase.JOINING"),
        Arguments.of(
            "says hello only to its introducer",
            MEMBERSHIP,
            "out.send(unheardOf, new Hello());",
            ""),
        Arguments.of(
            "takes the word of one that has left for a welcome",
            MEMBERSHIP,
            "case DEPARTING, DEPARTED -> {",
            "case OUTSIDE -> {"),
        Arguments.of(
            "departs while inside",
            MEMBERSHIP,
            "case Inside() -> s.with(s.roster().with(MemberPhase.PARTING));",
            ""),
        Arguments.of(
            "departs without withdrawing its request",
            MEMBERSHIP,
            "case Waiting _ -> depart(Forks.withdraw(s, out), out);",
            ""),
        Arguments.of(
            "does not answer a farewell", MEMBERSHIP, "out.send(from, new Forgotten());", ""),
        Arguments.of(
            "departs with a fencing number that no other process knows",
            MEMBERSHIP,
            "yield forget(s.fencedBy(fence)",
            "yield forget(s"),
        Arguments.of("says hello to the dead", MEMBERSHIP, ".minus(roster.excluded())", ""),
        Arguments.of(
            "waits for the answer of the dead",
            "io.sluice.protocol.group.Roster",
            "awaited.minus(peer)",
            "awaited"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void mutations(String name, String type, String original, String mutated)
      throws IOException, ReflectiveOperationException {
    try (var mutant = Mutant.of(Class.forName(type), original, mutated, directory)) {
      var algorithm = mutant.algorithm(Forks.class);
      assertThat(scopes(algorithm))
          .as(name)
          .anyMatch(scope -> Explorer.search(scope, Effort.full()).verdict().isViolation());
    }
  }

  private static <S, M> List<Scope<S, M>> scopes(Algorithm<S, M> algorithm) {
    var aCrash = new Faults(1, 0, 0);
    var aJoin = new Churn(1, 0, 0);
    return List.of(
        Scope.of(algorithm, Layout.groups(1, 1), 2).with(aCrash),
        Scope.of(algorithm, Layout.groups(2, 1), 2).with(new Churn(0, 0, 1)),
        Scope.of(algorithm, Layout.groups(1, 2), 1).with(new Churn(0, 1, 0)),
        Scope.of(algorithm, Layout.groups(1, 2).withNewcomers(ProcessSet.of(1)), 1)
            .with(new Churn(1, 1, 0)),
        Scope.of(algorithm, Layout.groups(2, 1).withNewcomers(ProcessSet.of(1)), 1)
            .with(new Churn(1, 1, 0)),
        Scope.of(algorithm, Layout.groups(1, 2).withNewcomers(ProcessSet.of(1)), 1)
            .with(aJoin)
            .with(aCrash),
        Scope.of(algorithm, Layout.groups(2, 2).withNewcomers(ProcessSet.of(1, 3)), 1)
            .with(new Churn(2, 0, 0)));
  }
}
