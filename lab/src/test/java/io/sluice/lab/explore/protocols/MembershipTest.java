package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.Lamport;
import io.sluice.protocol.membership.Membership;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rules of membership, searched: at most one view of each number, no lease outside a view that
 * is open, locks held from earlier views respected, rising fences; and an open view of all that are
 * left is reached whenever nothing more fails.
 */
class MembershipTest {

  private static final Faults CRASH = new Faults(1, 0, 0);
  private static final Faults LOSS = new Faults(0, 1, 0);
  private static final Faults PAUSE = new Faults(0, 0, 0, 1, 0);
  private static final Faults CRASH_AND_LOSS = new Faults(1, 1, 0);
  private static final Faults CRASH_AND_PAUSE = new Faults(1, 0, 0, 1, 0);
  private static final Faults CRASH_LOSS_AND_PAUSE = new Faults(1, 1, 0, 1, 0);
  private static final Faults DELAYS = new Faults(0, 0, 0, 0, 2);
  private static final Churn DEPARTURE = new Churn(0, 1, 0);
  private static final Churn JOIN = new Churn(1, 0, 0);

  private static Scope<?, ?> members(int number, Faults faults) {
    return Scope.of(Membership.ALGORITHM, Layout.plain(number), 1).with(faults);
  }

  private static Scope<?, ?> withNewcomer(int number, Faults faults) {
    return Scope.of(Membership.ALGORITHM, Layout.plain(number).plusNewcomers(1), 1)
        .with(faults)
        .with(JOIN);
  }

  private static Map<String, Integer> locks(int number) {
    return Map.of("lock", number);
  }

  private static Map<String, Integer> disconnects(int number, int locks) {
    return Map.of("disconnect", number, "lock", locks);
  }

  static Stream<Arguments> searched() {
    return Stream.of(
        Arguments.of("nothing happens", members(3, Faults.NONE), 1_726),
        Arguments.of("a crash", members(3, CRASH).withOrders(locks(2)), 81_019),
        Arguments.of("a crash and a loss", members(3, CRASH_AND_LOSS), 33_806),
        Arguments.of("a pause", members(3, PAUSE), 506_459),
        Arguments.of(
            "a departure from two", members(2, LOSS).with(DEPARTURE).withOrders(locks(3)), 21_683),
        Arguments.of(
            "an exclusion from two", members(2, DELAYS).withOrders(disconnects(2, 2)), 654_167),
        Arguments.of(
            "everything to two",
            members(2, CRASH_LOSS_AND_PAUSE).with(DEPARTURE).withOrders(disconnects(1, 0)),
            499_090),
        Arguments.of("a join", withNewcomer(2, CRASH), 202_819));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("searched")
  void everyPromiseHolds(String name, Scope<?, ?> scope, long worlds) {
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict()).as(result.what()).isEqualTo(new Verdict.Ok());
    assertThat(result.worlds()).isEqualTo(worlds);
  }

  static Stream<Arguments> searchedForLong() {
    return Stream.of(
        Arguments.of("a crash, a loss and a pause", members(3, CRASH_LOSS_AND_PAUSE), 4_508_421),
        Arguments.of(
            "a crash and a pause", members(3, CRASH_AND_PAUSE).withOrders(locks(2)), 9_983_245),
        Arguments.of(
            "a departure", members(3, Faults.NONE).with(DEPARTURE).withOrders(locks(2)), 4_842_357),
        Arguments.of(
            "an exclusion", members(3, Faults.NONE).withOrders(disconnects(1, 2)), 9_127_267),
        Arguments.of("a join and a loss", withNewcomer(2, LOSS), 8_707_406),
        Arguments.of(
            "a crash, a loss and a pause, with the lock",
            members(3, CRASH_LOSS_AND_PAUSE).withOrders(locks(2)),
            38_836_515),
        Arguments.of("a departure and a loss", members(3, LOSS).with(DEPARTURE), 4_800_610));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("searchedForLong")
  @Tag("long")
  void everyPromiseHoldsForLong(String name, Scope<?, ?> scope, long worlds) {
    everyPromiseHolds(name, scope, worlds);
  }

  @Test
  void pausesAndDelaysConcernProtocolsWithAClock() {
    var plain = Scope.of(Lamport.ALGORITHM, Layout.plain(2), 1);
    assertThatThrownBy(() -> plain.with(PAUSE)).hasMessageContaining("lamport reads no clock");
    assertThatThrownBy(() -> plain.with(DELAYS)).hasMessageContaining("lamport reads no clock");
  }

  @Test
  void aClockIsSearchedInFullAndNotSimulated() {
    var scope = members(2, Faults.NONE);
    assertThatThrownBy(scope::withSymmetry).hasMessageContaining("membership reads a clock");
    assertThatThrownBy(() -> Explorer.search(scope, Effort.full().reducing()))
        .hasMessageContaining("without faults, changes of membership, orders, a clock");
    assertThatThrownBy(() -> Simulation.of(Membership.ALGORITHM, Layout.plain(2)))
        .hasMessageContaining("membership reads a clock");
  }
}
