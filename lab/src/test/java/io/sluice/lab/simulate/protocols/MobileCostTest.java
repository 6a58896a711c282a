package io.sluice.lab.simulate.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.simulate.Change;
import io.sluice.lab.simulate.Churn;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Fault;
import io.sluice.lab.simulate.Faults;
import io.sluice.lab.simulate.Nanos;
import io.sluice.lab.simulate.Network;
import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.mobile.Balancing;
import io.sluice.protocol.mobile.Elmp;
import io.sluice.protocol.mobile.Message;
import io.sluice.protocol.mobile.Rooms;
import io.sluice.protocol.mobile.RwLmp;
import io.sluice.protocol.mobile.State;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What locks for mobile processes cost, at rest and while people come and go. */
class MobileCostTest {

  private static final List<Algorithm<State, Message>> ALL =
      List.of(Elmp.ALGORITHM, RwLmp.ALGORITHM, Rooms.ALGORITHM);

  /** Rounded down. */
  private static int log2(int n) {
    return 31 - Integer.numberOfLeadingZeros(n);
  }

  static Stream<Arguments> nodes() {
    return ALL.stream().flatMap(each -> Stream.of(100, 1000).map(n -> Arguments.of(each, n)));
  }

  @ParameterizedTest
  @MethodSource("nodes")
  void aRequestCostsALogarithm(Algorithm<State, Message> algorithm, int n) {
    var layout = Layout.plain(n);
    var outcome =
        Simulation.of(algorithm, layout)
            .workload(
                Workload.entries(2)
                    .claims(node -> algorithm.family().claims(layout, node))
                    .think(new Delay.Exponential(n * Nanos.parse("1s"), 0))
                    .hold(Delay.millis(1)))
            .run();
    assertThat(outcome.end()).isEqualTo(Outcome.End.COMPLETE);
    assertThat(outcome.messagesPerEntry()).isLessThanOrEqualTo(2.0 * log2(n) + 16);
  }

  static Stream<Arguments> balancings() {
    return Stream.of(Balancing.KEPT, Balancing.LAZY.withAlpha(100), Balancing.LAZY.withArity(3))
        .flatMap(each -> LongStream.rangeClosed(1, 4).mapToObj(seed -> Arguments.of(each, seed)));
  }

  /**
   * Processes join and depart all the time, and every request is served. A process that is moved to
   * replace another may be above those that carry its own request up; they must not wait forever.
   */
  @ParameterizedTest
  @MethodSource("balancings")
  void everybodyIsServedWhilePeopleComeAndGo(Balancing balancing, long seed) {
    var outcome =
        Simulation.of(Elmp.balanced(balancing), Layout.plain(40).plusNewcomers(20))
            .workload(Workload.unlimited().think(Delay.parse("exp:200ms")).hold(Delay.millis(1)))
            .network(Network.of(Delay.parse("1ms..5ms")))
            .churn(new Churn(5))
            .seed(seed)
            .duration(Nanos.parse("100s"))
            .run();
    assertThat(outcome.end()).isEqualTo(Outcome.End.DURATION);
    assertThat(outcome.waits().maxMillis()).as("longest wait").isLessThan(10_000);
    long swaps = outcome.messagesByKind().getOrDefault("Swap", 0L);
    assertThat(swaps).as("hardly a request is refused").isLessThan(outcome.entries() * 6 / 5);
    assertThat(outcome.entries()).isGreaterThan(5000);
  }

  /** Two readers with a writer between them. */
  private static Outcome readers(UnaryOperator<Simulation<State, Message>> change) {
    return change
        .apply(
            Simulation.of(RwLmp.ALGORITHM, Layout.plain(3))
                .workload(
                    Workload.entries(1)
                        .claims(node -> List.of(node == 1 ? Claim.EXCLUSIVE : Claim.SHARED))
                        .start(Workload.Start.TOGETHER)
                        .hold(Delay.parse("10s")))
                .network(Network.of(Delay.millis(1))))
        .run();
  }

  /** Section 4.4: the second manager gives up its role. */
  @Test
  void twoGroupsOfReadersMergeWhenTheWriterBetweenThemGoes() {
    long then = Nanos.parse("1s");
    assertThat(readers(all -> all).maxOccupancy()).isEqualTo(1);
    assertThat(readers(all -> all.change(new Change.Withdraw<>(then, 1))).maxOccupancy())
        .isEqualTo(2);
    assertThat(readers(all -> all.change(new Change.Depart<>(then, 1))).maxOccupancy())
        .isEqualTo(2);
  }

  /** Only near processes are asked: two crash, and the others go on. */
  @Test
  void survivorsGoOn() {
    var outcome =
        Simulation.of(Rooms.ALGORITHM, Layout.plain(20))
            .workload(
                Workload.entries(10)
                    .claims(node -> List.of(Claim.room("room " + node % 3)))
                    .think(Delay.NONE)
                    .hold(Delay.millis(2)))
            .faults(
                Faults.NONE
                    .with(new Fault.Crash(Nanos.parse("30ms"), 0))
                    .with(new Fault.Crash(Nanos.parse("100ms"), 7))
                    .detectedAfter(Delay.millis(20)))
            .run();
    assertThat(outcome.end()).as(outcome.toString()).isEqualTo(Outcome.End.COMPLETE);
    assertThat(outcome.entries()).isBetween(180L, 199L);
  }
}
