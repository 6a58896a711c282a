package io.sluice.lab.explore.protocols;

import static io.sluice.lab.explore.Scope.UNBOUNDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Family;
import io.sluice.protocol.Layout;
import io.sluice.protocol.mobile.Elmp;
import io.sluice.protocol.mobile.Message;
import io.sluice.protocol.mobile.Rooms;
import io.sluice.protocol.mobile.RwLmp;
import io.sluice.protocol.mobile.State;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Locks for mobile processes: exclusion, progress, rising fences, and in every world one token, a
 * whole tree whose root is the queue's end, and a queue linked both ways. First come, first served
 * is the bound on overtaking. The counts are pinned: a change of meaning shows.
 */
class MobileTest {

  private static Scope<State, Message> elmp(int nodes, int entries) {
    return Scope.of(Elmp.ALGORITHM, Layout.plain(nodes), entries);
  }

  private static Scope<State, Message> readersAndWriters(int readers, int writers, int entries) {
    return Scope.of(RwLmp.ALGORITHM, Layout.plain(readers + writers), entries)
        .withClaims(node -> List.of(node < readers ? Claim.SHARED : Claim.EXCLUSIVE));
  }

  private static Scope<State, Message> rooms(Layout layout, int entries) {
    return Scope.of(Rooms.ALGORITHM, layout, entries);
  }

  private static Scope<State, Message> withNewcomer(Scope<State, Message> scope) {
    return new Scope<>(
        scope.algorithm(),
        scope.layout().plusNewcomers(1),
        scope.entries(),
        scope.claims(),
        scope.channels(),
        scope.faults(),
        scope.churn(),
        scope.orders(),
        scope.symmetry(),
        scope.overtaking(),
        scope.fences());
  }

  private static Arguments of(String what, Scope<State, Message> scope, long worlds) {
    return Arguments.of(what, scope, worlds);
  }

  private static void isFine(Scope<?, ?> scope, long worlds) {
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
    assertThat(result.worlds()).isEqualTo(worlds);
  }

  static Stream<Arguments> amongThemselves() {
    return Stream.of(
        of("two, three times", elmp(2, 3), 974),
        of("three, twice", elmp(3, 2), 40_878),
        of("four", elmp(4, 1), 79_699),
        of("two readers and a writer, twice", readersAndWriters(2, 1, 2), 96_451),
        of("each reads or writes", Scope.of(RwLmp.ALGORITHM, Layout.plain(3), 1), 18_215),
        of("two groups, twice", rooms(Layout.groups(2, 1), 2), 93_331),
        of("each in one of two rooms", rooms(Layout.plain(3), 1), 22_997));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void amongThemselves(String what, Scope<State, Message> scope, long worlds) {
    isFine(scope.withOvertaking(), worlds);
  }

  static Stream<Arguments> withoutEnd() {
    return Stream.of(
        of("three", elmp(3, UNBOUNDED), 13_236),
        of("a reader and a writer", readersAndWriters(1, 1, UNBOUNDED), 82),
        of("two groups", rooms(Layout.groups(2, 1), UNBOUNDED), 27_164));
  }

  /** Clients that never stop asking: starvation is judged too. */
  @ParameterizedTest(name = "{0}")
  @MethodSource
  void withoutEnd(String what, Scope<State, Message> scope, long worlds) {
    isFine(scope.withOvertaking(), worlds);
  }

  static Stream<Arguments> withdrawals() {
    return Stream.of(
        of("exclusive", elmp(3, 1).with(new Churn(0, 0, 2)), 9_851),
        of("shared", readersAndWriters(2, 1, 1).with(new Churn(0, 0, 2)), 11_375),
        of("again", rooms(Layout.groups(1, 1), 3).with(new Churn(0, 0, 2)), 8_314));
  }

  /** A request is given up while it climbs, waits, or its turn is on its way. */
  @ParameterizedTest(name = "{0}")
  @MethodSource
  void withdrawals(String what, Scope<State, Message> scope, long worlds) {
    isFine(scope.withOvertaking(), worlds);
  }

  static Stream<Arguments> comingAndGoing() {
    return Stream.of(
        of("one comes", withNewcomer(elmp(2, 1)).with(new Churn(1, 0, 0)), 2_490),
        of("one comes, one goes", withNewcomer(elmp(2, 1)).with(new Churn(1, 1, 0)), 19_414),
        of("two of three go", elmp(3, 1).with(new Churn(0, 2, 0)), 51_832),
        of("readers and writers go", readersAndWriters(2, 1, 1).with(new Churn(0, 2, 0)), 79_070),
        of(
            "of two groups",
            withNewcomer(rooms(Layout.groups(1, 1), 1)).with(new Churn(1, 1, 0)),
            26_737));
  }

  /** Any process departs, at any moment: the root, a leaf, a waiting one, a holder, a manager. */
  @ParameterizedTest(name = "{0}")
  @MethodSource
  void comingAndGoing(String what, Scope<State, Message> scope, long worlds) {
    isFine(scope, worlds);
  }

  static Stream<Arguments> latecomers() {
    return Stream.of(
        of("one", admitting(1, 2), 171_955),
        of("two", admitting(2, 2), 165_272),
        of("without end", admitting(1, UNBOUNDED), 222_392),
        of("and a crash", admitting(1, 1).with(new Faults(1, 0, 0)), 80_793),
        of("and two go", admitting(1, 1).with(new Churn(0, 2, 0)), 94_424));
  }

  private static Scope<State, Message> admitting(int latecomers, int entries) {
    return Scope.of(Rooms.admitting(latecomers), Layout.groups(2, 1), entries);
  }

  /** Latecomers are admitted although a process waits for another room, up to the bound. */
  @ParameterizedTest(name = "{0}")
  @MethodSource
  void latecomers(String what, Scope<State, Message> scope, long worlds) {
    isFine(scope.withOvertaking(), worlds);
  }

  @Test
  void latecomersDoOvertake() {
    var claimingNone =
        Algorithm.of("rooms", Family.ROOM, Rooms.admitting(1).maker())
            .fenced()
            .overtaking(1, Rooms.ALGORITHM.overtaking().orElseThrow().pressing())
            .build();
    var scope = Scope.of(claimingNone, Layout.groups(2, 1), 2).withoutFences().withOvertaking();
    assertThat(Explorer.search(scope, Effort.full()).verdict())
        .isEqualTo(new Verdict.Broken("overtaking"));
  }

  static Stream<Arguments> crashes() {
    return Stream.of(
        of("one of three", elmp(3, 1).with(new Faults(1, 0, 0)), 50_112),
        of("two of three", elmp(3, 1).withoutFences().with(new Faults(2, 0, 0)), 48_791),
        of("of a group", rooms(Layout.groups(2, 1), 1).with(new Faults(1, 0, 0)), 67_048));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void crashes(String what, Scope<State, Message> scope, long worlds) {
    isFine(scope, worlds);
  }

  static Stream<Arguments> large() {
    return Stream.of(
        of(
            "one comes, one goes, one crashes",
            withNewcomer(elmp(2, 1)).with(new Churn(1, 1, 0)).with(new Faults(1, 0, 0)),
            520_833),
        of(
            "one comes to three, one goes",
            withNewcomer(elmp(3, 1)).with(new Churn(1, 1, 0)),
            1_048_041),
        of(
            "a crash of two groups, twice",
            rooms(Layout.groups(2, 1), 2).with(new Faults(1, 0, 0)),
            2_099_666),
        of(
            "a reader joins, any process departs",
            withNewcomer(readersAndWriters(2, 1, 1).withoutFences()).with(new Churn(1, 1, 0)),
            1_127_306),
        of(
            "a crash, and a departure",
            readersAndWriters(2, 1, 1).with(new Churn(0, 1, 0)).with(new Faults(1, 0, 0)),
            604_875),
        of(
            "two readers, two writers, two give up",
            readersAndWriters(2, 2, 1).withoutFences().with(new Churn(0, 0, 2)),
            739_642),
        of(
            "a latecomer, and a withdrawal",
            admitting(1, 2).with(new Churn(0, 0, 1)).withOvertaking(),
            1_006_738),
        of(
            "a latecomer, and a departure",
            admitting(1, 2).with(new Churn(0, 1, 0)).withOvertaking(),
            1_606_982));
  }

  @Tag("long")
  @ParameterizedTest(name = "{0}")
  @MethodSource
  void large(String what, Scope<State, Message> scope, long worlds) {
    isFine(scope, worlds);
  }
}
