package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.Golden;
import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.explore.trace.Replay;
import io.sluice.lab.explore.trace.SavedTrace;
import io.sluice.lab.explore.trace.TraceListing;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.membership.Agreement;
import io.sluice.protocol.membership.Census;
import io.sluice.protocol.membership.Holders;
import io.sluice.protocol.membership.Membership;
import io.sluice.protocol.membership.View;
import io.sluice.protocol.membership.Views;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rules of membership broken on purpose, one at a time, in their own source: the explorer
 * catches each. This is what the "ok" of the unbroken ones is worth. The shortest trace of each
 * fault is kept in a file, and the unbroken rules are led along it, too.
 *
 * <p>The last two faults were in the first composition of views and census, and were found by the
 * search.
 */
class MembershipMutationTest {

  /** A mutant that is not caught within this is not caught. */
  private static final long MEMORY = 500L << 20;

  @TempDir Path directory;

  /** What may happen to the cluster that shows the fault. */
  record Setting(
      int members, int newcomers, Faults faults, int leaves, Map<String, Integer> orders) {

    Scope<?, ?> of(Algorithm<?, ?> algorithm) {
      var plain = Layout.plain(members);
      return Scope.of(algorithm, newcomers == 0 ? plain : plain.plusNewcomers(newcomers), 1)
          .with(faults)
          .with(new Churn(newcomers, leaves, 0))
          .withOrders(orders);
    }
  }

  private static final Setting TWO_DISCONNECTED =
      new Setting(2, 0, Faults.NONE, 0, Map.of("disconnect", 2));
  private static final Setting TWO_PAUSED =
      new Setting(2, 0, new Faults(0, 1, 0, 1, 0), 0, Map.of("disconnect", 1));
  private static final Setting TWO_DELAYED =
      new Setting(2, 0, new Faults(0, 0, 0, 0, 3), 0, Map.of("disconnect", 1));
  private static final Setting TWO_DELAYED_LONGER =
      new Setting(2, 0, new Faults(0, 0, 0, 0, 4), 0, Map.of("disconnect", 1));
  private static final Setting TWO_LEAVING = new Setting(2, 0, Faults.NONE, 1, Map.of("lock", 3));
  private static final Setting TWO_AND_A_NEWCOMER =
      new Setting(2, 1, Faults.NONE, 1, Map.of("disconnect", 1));
  private static final Setting THREE_CRASHING =
      new Setting(3, 0, new Faults(1, 0, 0), 0, Map.of("lock", 2));
  private static final Setting THREE_DISCONNECTED =
      new Setting(3, 0, Faults.NONE, 0, Map.of("disconnect", 1));
  private static final Setting THREE_LOSING =
      new Setting(3, 0, new Faults(0, 1, 0), 0, Map.of("disconnect", 1));

  private static final Setting TWO_LOCKING =
      new Setting(2, 0, Faults.NONE, 0, Map.of("disconnect", 1, "lock", 3));
  private static final Setting TWO_AND_A_NEWCOMER_LOCKING =
      new Setting(2, 1, Faults.NONE, 1, Map.of("disconnect", 1, "lock", 2));

  static Stream<Arguments> mutations() {
    return Stream.of(
        Arguments.of(
            "any half of the members is a quorum",
            View.class,
            "return 2 * present > members.size()",
            "return 2 * present >= members.size()",
            TWO_DISCONNECTED,
            "invariant:one-view"),
        Arguments.of(
            "one member of three is a quorum",
            View.class,
            "return 2 * present > members.size()",
            "return 2 * present > members.size() - 2",
            THREE_DISCONNECTED,
            "invariant:one-view"),
        Arguments.of(
            "a view does not wait for the leases of excluded members",
            Views.class,
            "s.now - since >= timing.waiting()",
            "s.now - since >= 0",
            TWO_DISCONNECTED,
            "invariant:lease-expired"),
        Arguments.of(
            "a view waits one tick less than a lease",
            Views.class,
            "s.now - since >= timing.waiting()",
            "s.now - since >= timing.lease() - 1",
            TWO_PAUSED,
            "invariant:lease-expired"),
        Arguments.of(
            "a lease is counted from the answer",
            Views.class,
            "new Answer(from, sent, counts)",
            "new Answer(from, s.now, counts)",
            TWO_DELAYED_LONGER,
            "invariant:lease-expired"),
        Arguments.of(
            "a member that has accepted a next view prolongs its own lease",
            Views.class,
            "member.agreement().isMovingOn() ? member.lease() : answered(",
            "answered(",
            TWO_DELAYED,
            "invariant:lease-expired"),
        Arguments.of(
            "a newcomer does not wait for members excluded just before",
            Views.class,
            "excluded = excluded.plus(member.current().excluded());",
            "",
            TWO_AND_A_NEWCOMER,
            "invariant:lease-expired"),
        Arguments.of(
            "a view opens before every member has reported",
            Census.class,
            "return unheard.isEmpty();",
            "return unheard.size() <= 1;",
            THREE_CRASHING,
            "invariant:held-respected"),
        Arguments.of(
            "a lock held from an earlier view is not respected",
            Holders.class,
            "allMatch(held -> held.shares(claim))",
            "allMatch(held -> true)",
            THREE_CRASHING,
            "invariant:held-respected"),
        Arguments.of(
            "a member does not report what it holds",
            Membership.class,
            "new Held(view.number(), s.grant.current);",
            "new Held(view.number(), false);",
            THREE_CRASHING,
            "invariant:held-respected"),
        Arguments.of(
            "a member departs although it holds a lock",
            Membership.class,
            "s.leaving && !s.grant.current && !s.views.leaving()",
            "s.leaving && !s.views.leaving()",
            TWO_LEAVING,
            "invariant:held-respected"),
        Arguments.of(
            "the fence does not rise from view to view",
            View.class,
            "Math.max(before + (1L << FENCE_BITS), wallClockMillis << FENCE_BITS)",
            "Math.max(before, wallClockMillis << FENCE_BITS)",
            TWO_LEAVING,
            "invariant:fences-rise"),
        Arguments.of(
            "a proposer asks for acceptance before a quorum has promised",
            Agreement.class,
            "if (!view.isQuorum(own.promises)) {",
            "if (false) {",
            THREE_DISCONNECTED,
            "invariant:one-view"),
        Arguments.of(
            "a proposer decides by its own acceptance",
            Agreement.class,
            "own.accepting && view.isQuorum(own.acceptances)",
            "own.accepting",
            THREE_DISCONNECTED,
            "invariant:one-view"),
        Arguments.of(
            "a proposer uses a ballot again",
            Agreement.class,
            "long round = seen / BALLOTS_A_ROUND + 1;",
            "long round = 1;",
            THREE_LOSING,
            "invariant:one-view"),
        Arguments.of(
            "a promise does not tell what was accepted before",
            Agreement.class,
            "out.send(from, new Promise(asked.number(), asked.ballot(), under, accepted));",
            "out.send(from, new Promise(asked.number(), asked.ballot(), NONE, Optional.empty()));",
            THREE_DISCONNECTED,
            "invariant:one-view"),
        Arguments.of(
            "a member accepts under a lower ballot than it has promised",
            Agreement.class,
            "if (asked.ballot() < promised) {",
            "if (false) {",
            THREE_DISCONNECTED,
            "invariant:one-view"),
        Arguments.of(
            "a grant has the fence of a view that is decided but not in force",
            Membership.class,
            "new Grant(s.inForce().number(), s.inForce().fence(), true)",
            "new Grant(s.inForce().number(), s.views.member().orElseThrow().view().fence(), true)",
            TWO_LOCKING,
            "invariant:fences-rise"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void mutations(
      String name, Class<?> type, String original, String mutated, Setting setting, String verdict)
      throws IOException, ReflectiveOperationException {
    try (var mutant = Mutant.of(type, original, mutated, directory)) {
      var broken = setting.of(mutant.algorithm(Membership.class));
      var found = Explorer.search(broken, Effort.full().withMemory(MEMORY));
      assertThat(found.verdict().word()).as(name).isEqualTo(verdict);

      isKept(name, found, broken, setting.of(Membership.ALGORITHM));
    }
  }

  @Test
  @Tag("long")
  void aViewThatComesIntoForceIsMistakenForTheNextOne()
      throws IOException, ReflectiveOperationException {
    mutations(
        "a view that comes into force is mistaken for the next one, decided in the same step",
        Membership.class,
        "var view = s.inForce(); var report",
        "var view = s.views.member().orElseThrow().view(); var report",
        TWO_AND_A_NEWCOMER_LOCKING,
        "invariant:held-respected");
  }

  /** The shortest trace that shows the fault is in a file, and the unbroken rules survive it. */
  private static void isKept(String name, Result found, Scope<?, ?> broken, Scope<?, ?> unbroken) {
    var layout = broken.layout();
    String listing = TraceListing.write(SavedTrace.of(found.trace().orElseThrow()), layout);
    var saved = TraceListing.read(listing, layout);
    assertThat(Replay.of(saved, broken).what()).isEqualTo(found.what());
    var survived = Replay.of(saved, unbroken);
    assertThat(survived.verdict()).as(survived.what()).isEqualTo(new Verdict.Ok());
    Golden.matches(
        "explore/protocols/membership/" + name.replaceAll("\\W+", "-") + ".txt",
        "# If %s: %s.\n# As it is: %s.\n%s"
            .formatted(name, found.what(), survived.what(), listing));
  }
}
