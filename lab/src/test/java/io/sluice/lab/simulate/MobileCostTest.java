package io.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.mobile.Elmp;
import io.sluice.protocol.mobile.Message;
import io.sluice.protocol.mobile.Message.Given;
import io.sluice.protocol.mobile.Rooms;
import io.sluice.protocol.mobile.RwLmp;
import io.sluice.protocol.mobile.State;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What locks for mobile processes cost, at rest and while people come and go. */
class MobileCostTest {

  private static final List<Algorithm<State, Message>> ALL =
      List.of(Elmp.ALGORITHM, RwLmp.ALGORITHM, Rooms.ALGORITHM);

  /** Hears how deep the tree gets, and who comes and goes. */
  private static final class Census implements Eavesdropper<Message> {
    private int highestPlace;
    private long joined;
    private long departed;

    @Override
    public void sent(long at, int from, int to, Message message) {
      if (message instanceof Given(var place, _)) {
        highestPlace = Math.max(highestPlace, place.number());
      }
    }

    @Override
    public void joined(long at, int node) {
      joined++;
    }

    @Override
    public void departed(long at, int node) {
      departed++;
    }

    int height() {
      return log2(highestPlace + 1);
    }
  }

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

  static Stream<Arguments> churning() {
    return ALL.stream().flatMap(each -> Stream.of(1000, 10_000).map(n -> Arguments.of(each, n)));
  }

  /**
   * A few requests a second, and one node in a hundred is replaced in a thousand seconds. What
   * comes and goes climbs like a request, and then the root's word goes down.
   */
  @ParameterizedTest
  @MethodSource
  void churning(Algorithm<State, Message> algorithm, int n) {
    var layout = Layout.plain(n).plusNewcomers(n / 100);
    var census = new Census();
    var outcome =
        Simulation.of(algorithm, layout)
            .workload(
                Workload.unlimited()
                    .claims(node -> algorithm.family().claims(layout, node))
                    .think(new Delay.Exponential(n * Nanos.parse("1s"), 0))
                    .hold(Delay.millis(10)))
            .network(Network.of(Delay.parse("0.1ms")))
            .churn(new Churn(n * 1e-5))
            .duration(Nanos.parse("1000s"))
            .eavesdrop(census)
            .run();
    assertThat(outcome.end()).isEqualTo(Outcome.End.DURATION);
    assertThat(census.departed).isBetween(n / 200L, n / 50L);
    double errands = outcome.entries() + census.joined + census.departed;
    assertThat(outcome.messages() / errands).isLessThanOrEqualTo(3.0 * log2(n) + 16);
    assertThat(census.height()).as("ceil(log2 n) + 1").isLessThanOrEqualTo(log2(n - 1) + 2);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource
  void churningInLargeClusters(Algorithm<State, Message> algorithm, int n) {
    churning(algorithm, n);
  }

  static Stream<Arguments> churningInLargeClusters() {
    return Stream.of(
        Arguments.of(Elmp.ALGORITHM, 100_000),
        Arguments.of(Rooms.ALGORITHM, 100_000),
        Arguments.of(Elmp.ALGORITHM, 1_000_000));
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
    assertThat(readers(all -> all.change(new Change.Leave<>(then, 1))).maxOccupancy()).isEqualTo(2);
  }

  /** Nobody is asked who is not near: two crash, and the others go on. */
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
