package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.rendezvous.Barrier;
import io.sluice.protocol.rendezvous.Latch;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Latches and barriers, searched: a generation is complete only when all parties have arrived, no
 * two processes are told different things of it, nothing that was applied is forgotten, and all
 * that wait are told whenever nothing more fails. The counts are pinned.
 */
class RendezvousTest {

  private static Scope<?, ?> scope(
      Algorithm<?, ?> algorithm, int processes, int crashes, Map<String, Integer> orders) {
    return Scope.of(algorithm, Layout.plain(processes), 1)
        .with(new Faults(crashes, 0, 0))
        .withOrders(orders);
  }

  private static Map<String, Integer> counts(int number) {
    return Map.of("count-down", number);
  }

  private static Map<String, Integer> arrivals(int number, int surrenders) {
    return Map.of("arrive", number, "give-up", surrenders);
  }

  static Stream<Arguments> searched() {
    return Stream.of(
        Arguments.of("a latch of two", scope(Latch.ALGORITHM, 2, 0, counts(3)), 162),
        Arguments.of("a latch and a crash", scope(Latch.ALGORITHM, 2, 1, counts(3)), 607),
        Arguments.of("a latch of three", scope(Latch.ALGORITHM, 3, 0, counts(2)), 2_641),
        Arguments.of(
            "a latch of three and a crash", scope(Latch.ALGORITHM, 3, 1, counts(2)), 41_421),
        Arguments.of(
            "a latch of three and two crashes", scope(Latch.ALGORITHM, 3, 2, counts(1)), 9_564),
        Arguments.of("a barrier of two", scope(Barrier.ALGORITHM, 2, 0, arrivals(4, 1)), 1_457),
        Arguments.of(
            "a barrier and a crash", scope(Barrier.ALGORITHM, 2, 1, arrivals(4, 1)), 4_657),
        Arguments.of(
            "a barrier for three", scope(Barrier.algorithm(3), 3, 0, arrivals(3, 1)), 147_880),
        Arguments.of(
            "a barrier of three and a crash",
            scope(Barrier.ALGORITHM, 3, 1, arrivals(2, 0)),
            39_117));
  }

  static Stream<Arguments> searchedForLong() {
    return Stream.of(
        Arguments.of(
            "a latch of three and two crashes", scope(Latch.ALGORITHM, 3, 2, counts(2)), 76_426),
        Arguments.of(
            "a barrier of three, a crash and a timeout",
            scope(Barrier.ALGORITHM, 3, 1, arrivals(2, 1)),
            407_339),
        Arguments.of(
            "a barrier of three, two crashes and a timeout",
            scope(Barrier.ALGORITHM, 3, 2, arrivals(2, 1)),
            670_673));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("searched")
  void everyPromiseHolds(String name, Scope<?, ?> scope, long worlds) {
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict()).as(result.what()).isEqualTo(new Verdict.Ok());
    assertThat(result.worlds()).isEqualTo(worlds);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("searchedForLong")
  @Tag("long")
  void everyPromiseHoldsForLong(String name, Scope<?, ?> scope, long worlds) {
    everyPromiseHolds(name, scope, worlds);
  }
}
