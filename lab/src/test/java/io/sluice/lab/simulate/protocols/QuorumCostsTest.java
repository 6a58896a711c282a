package io.sluice.lab.simulate.protocols;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Fault;
import io.sluice.lab.simulate.Faults;
import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.AgrawalElAbbadi;
import io.sluice.protocol.exclusive.Maekawa;
import io.sluice.protocol.exclusive.MaekawaBasic;
import io.sluice.protocol.exclusive.TreeQuorums;
import io.sluice.protocol.exclusive.VotingSets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the protocols say they cost, measured. */
class QuorumCostsTest {

  /** No competition: a request, a vote and a release for each other member. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4, 7, 9, 16, 25, 49, 57, 100})
  void threePerOtherMember(int nodes) {
    for (int node : List.of(0, nodes / 2, nodes - 1)) {
      int others = VotingSets.smallest(nodes).of(node).size() - 1;
      assertThat(lone(Maekawa.ALGORITHM, nodes, node)).isEqualTo(3 * others);
      assertThat(lone(MaekawaBasic.ALGORITHM, nodes, node)).isEqualTo(3 * others);
      assertThat(lone(AgrawalElAbbadi.ALGORITHM, nodes, node)).isEqualTo(3 * onPath(nodes, node));
    }
  }

  /** All compete: nearly every request fails once on its way, and few votes are yielded. */
  @ParameterizedTest
  @CsvSource({"4, 8", "9, 16", "16, 24", "25, 32", "49, 48", "100, 72", "57, 28", "133, 44"})
  void aboutFourPerOtherMember(int nodes, int messages) {
    double others =
        IntStream.range(0, nodes).map(n -> VotingSets.smallest(nodes).of(n).size() - 1).sum();
    assertThat(4 * others / nodes).as("four for each").isEqualTo(messages);
    assertThat(crowd(Maekawa.ALGORITHM, nodes)).isCloseTo(messages, within(0.1));
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 7, 9, 16, 25, 49, 57, 100, 133})
  void aboutFourPerOtherProcessOnAPath(int nodes) {
    double others = IntStream.range(0, nodes).map(node -> onPath(nodes, node)).sum();
    assertThat(crowd(AgrawalElAbbadi.ALGORITHM, nodes)).isCloseTo(4 * others / nodes, within(0.1));
  }

  /** Every few seconds another process stops for good, some of them inside. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void survivorsGoOn(long seed) {
    var outcome =
        Simulation.of(AgrawalElAbbadi.ALGORITHM, Layout.plain(63))
            .workload(Workload.entries(40).think(Delay.NONE).hold(Delay.millis(20)))
            .faults(Faults.NONE.with(new Faults.Crashes(0.5, 6)).detectedAfter(Delay.millis(50)))
            .seed(seed)
            .run();
    assertThat(outcome.violation()).isEmpty();
    assertThat(outcome.end()).isEqualTo(Outcome.End.COMPLETE);
    assertThat(outcome.entries()).isGreaterThan(57 * 40);
    assertThat(outcome.messagesPerEntry()).as("degrading gracefully").isBetween(15.0, 60.0);
  }

  @Test
  void withoutTheRootTheCostIsThatOfTwoPaths() {
    var outcome =
        Simulation.of(AgrawalElAbbadi.ALGORITHM, Layout.plain(63))
            .workload(loneAt(62).start(Workload.Start.SPREAD).think(Delay.millis(1000)))
            .faults(Faults.NONE.with(new Fault.Crash(0, 0)).detectedAfter(Delay.NONE))
            .run();
    assertThat(outcome.messagesPerEntry()).isEqualTo(3 * 9);
  }

  private static int onPath(int nodes, int node) {
    return new TreeQuorums(nodes).of(node, List.of()).orElseThrow().size() - 1;
  }

  private static double lone(Algorithm<?, ?> algorithm, int nodes, int node) {
    return Simulation.of(algorithm, Layout.plain(nodes))
        .workload(loneAt(node))
        .run()
        .messagesPerEntry();
  }

  private static Workload loneAt(int node) {
    return Workload.entries(3)
        .think(Delay.millis(1))
        .hold(Delay.millis(1))
        .start(Workload.Start.TOGETHER)
        .asks(n -> n == node);
  }

  private static double crowd(Algorithm<?, ?> algorithm, int nodes) {
    var outcome =
        Simulation.of(algorithm, Layout.plain(nodes))
            .workload(
                Workload.entries(20)
                    .think(Delay.NONE)
                    .hold(Delay.millis(1))
                    .start(Workload.Start.TOGETHER))
            .run();
    assertThat(outcome.end()).isEqualTo(Outcome.End.COMPLETE);
    assertThat(outcome.entries()).isEqualTo(20L * nodes);
    return outcome.messagesPerEntry();
  }
}
