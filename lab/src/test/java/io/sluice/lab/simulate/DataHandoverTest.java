package io.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.sluice.lab.simulate.DataHandover.Fetch;
import io.sluice.lab.simulate.Outcome.End;
import io.sluice.lab.simulate.Platform.Link;
import io.sluice.lab.simulate.Workload.Start;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.mobile.Elmp;
import io.sluice.protocol.mobile.Message;
import io.sluice.protocol.mobile.RwLmp;
import io.sluice.protocol.mobile.State;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Data that moves with its lock: 100 MB over links of 100 MB/s, so a fetch takes a second. */
class DataHandoverTest {

  private static final long BYTES = 100_000_000;
  private static final Link LINK = new Link(BYTES, Nanos.parse("50us"));
  private static final Link BACKBONE = new Link(10.0 * BYTES, Nanos.parse("500us"));
  private static final Platform PLATFORM = new Platform(List.of(2, 2), LINK, BACKBONE);
  private static final Delay SECOND = Delay.millis(1000);

  /** Latencies are thousands of times shorter than a fetch. */
  private static final double ABOUT = 0.05;

  /** A line for each mapping: process, and the seconds from the request and from the grant. */
  private static final class Mappings implements Auditor {
    private final double[] asked = new double[4];
    private final double[] entered = new double[4];
    private final List<double[]> mapped = new ArrayList<>();

    @Override
    public void asked(long at, int process, Claim claim) {
      asked[process] = Nanos.seconds(at);
    }

    @Override
    public void entered(long at, int process, Claim claim, long fence) {
      entered[process] = Nanos.seconds(at);
    }

    @Override
    public void mapped(long at, int process, Claim claim) {
      double now = Nanos.seconds(at);
      mapped.add(new double[] {process, now - asked[process], now - entered[process]});
    }

    private Stream<Double> sinceGrant() {
      return mapped.stream().map(line -> line[2]);
    }
  }

  private final Mappings mappings = new Mappings();

  private Simulation<State, Message> writers(int entries, DataHandover<State> data) {
    return Simulation.of(Elmp.ALGORITHM, Layout.plain(4))
        .workload(
            Workload.entries(entries)
                .think(new Delay.Constant(0))
                .hold(SECOND)
                .start(new Start.Within(Nanos.parse("1ms"))))
        .network(Network.of(PLATFORM))
        .data(data)
        .audit(mappings);
  }

  private static OptionalInt next(State state) {
    return state
        .queue()
        .open()
        .flatMap(open -> open.next())
        .map(next -> OptionalInt.of(next.asker()))
        .orElse(OptionalInt.empty());
  }

  @Test
  void eachTurnIsAFetchAndTheTimeInside() {
    var outcome = writers(3, DataHandover.of(BYTES)).run();
    assertThat(outcome.end()).isEqualTo(End.COMPLETE);
    assertThat(outcome.entries()).isEqualTo(12);
    // The first holder may have the data already.
    assertThat(outcome.simulatedSeconds()).isBetween(12 * 2 - 1 - ABOUT, 12 * 2 + ABOUT);
    assertThat(mappings.sinceGrant().skip(1))
        .allSatisfy(fetch -> assertThat(fetch).isCloseTo(1, within(ABOUT)));
  }

  @Test
  void theHolderOfTheNewestVersionFetchesNothing() {
    writers(5, DataHandover.of(BYTES)).workload(Probe.lone().hold(SECOND)).run();
    assertThat(mappings.sinceGrant()).allSatisfy(fetch -> assertThat(fetch).isZero());
  }

  /** One that asks alone, long before it needs the data: only the first reading overlaps. */
  @Test
  void bytesThatMoveAtTheGrantMoveWhileTheApplicationComputes() {
    for (var fetch : List.of(Fetch.AT_GRANT, Fetch.AT_ACQUIRE)) {
      var measured = new Mappings();
      Simulation.of(Elmp.ALGORITHM, Layout.plain(4))
          .workload(
              Workload.entries(1).hold(SECOND).start(Start.TOGETHER).asks(process -> process == 1))
          .network(Network.of(PLATFORM))
          .data(DataHandover.<State>of(BYTES).lead(Delay.millis(3000)).fetch(fetch))
          .audit(measured)
          .run();
      double expected = fetch == Fetch.AT_GRANT ? 3 : 4;
      assertThat(measured.mapped.getFirst()[1]).isCloseTo(expected, within(ABOUT));
    }
  }

  /**
   * The next holder has all but a tenth when its turn comes, since a stay is as long as a fetch.
   */
  @Test
  void onlyTheChangesOfTheLastWriteMoveAtTheGrant() {
    writers(3, DataHandover.<State>of(BYTES).delta(0.1, DataHandoverTest::next)).run();
    assertThat(mappings.sinceGrant().skip(2))
        .allSatisfy(fetch -> assertThat(fetch).isCloseTo(0.1, within(0.02)));
  }

  @Test
  void whereEverythingChangesADeltaIsAllOfIt() {
    writers(3, DataHandover.<State>of(BYTES).delta(1, DataHandoverTest::next)).run();
    assertThat(mappings.sinceGrant().skip(2))
        .allSatisfy(fetch -> assertThat(fetch).isCloseTo(1, within(ABOUT)));
  }

  @Test
  void readersThatEnterTogetherShareTheSourcesLink() {
    readers(DataHandover.of(BYTES));
    assertThat(mappings.mapped)
        .hasSize(8)
        .allSatisfy(line -> assertThat(line[2]).isCloseTo(line[0] == 0 ? 0 : 3, within(ABOUT)));
  }

  @Test
  void aVersionThatIsHereAlreadyCostsNothing() {
    readers(DataHandover.<State>of(BYTES).delta(0.1, DataHandoverTest::next));
    assertThat(mappings.sinceGrant().skip(4)).allSatisfy(fetch -> assertThat(fetch).isZero());
  }

  /** Process 0 has the data; the other three fetch at once, twice. */
  private void readers(DataHandover<State> data) {
    Simulation.of(RwLmp.ALGORITHM, Layout.plain(4))
        .workload(
            Workload.entries(2)
                .claims(_ -> List.of(Claim.SHARED))
                .think(Delay.millis(20_000))
                .hold(Delay.millis(10_000))
                .start(Start.TOGETHER))
        .network(Network.of(PLATFORM))
        .data(data)
        .audit(mappings)
        .run();
  }

  @Test
  void aDestroyedHandleWritesNothingAndDeparts() {
    var diary = new Probe.Diary();
    var outcome =
        writers(3, DataHandover.<State>of(BYTES).destroyed(process -> process == 2 ? 2 : 0))
            .audit(diary)
            .run();
    assertThat(outcome.end()).isEqualTo(End.COMPLETE);
    assertThat(diary.about("entered 2 ")).hasSize(2);
    assertThat(diary.about("entered 1 ")).hasSize(3);
    // Its second turn is the fetch alone, and after it the bytes come from the writer before it.
    assertThat(outcome.simulatedSeconds()).isBetween(10 * 2.0, 10 * 2 + 1 + ABOUT);
  }

  @Test
  void messagesTakeTheTimeOfTheirRoute() {
    assertThat(PLATFORM.latency(0, 1)).isEqualTo(Nanos.parse("600us"));
    assertThat(PLATFORM.latency(1, 2)).isEqualTo(Nanos.parse("1100us"));
    assertThat(PLATFORM.route(0, 1)).containsExactly(0, 8, 3);
    assertThat(PLATFORM.route(1, 2)).containsExactly(2, 8, 9, 5);
    assertThat(PLATFORM.bandwidths()).hasSize(10).endsWith(BACKBONE.bytesPerSecond());
  }

  @Test
  void equalSeedsGiveEqualRuns() {
    var data = DataHandover.<State>of(BYTES).delta(0.3, DataHandoverTest::next);
    var first = writers(5, data).seed(3).run();
    var again = writers(5, data).seed(3).run();
    assertThat(again.simulatedNanos()).isEqualTo(first.simulatedNanos());
    assertThat(again.events()).isEqualTo(first.events());
  }

  @Test
  void refusesWhatItCannotSimulate() {
    assertThatIllegalArgumentException().isThrownBy(() -> DataHandover.of(0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Link(0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Platform(List.of(), LINK, LINK));
    assertThatIllegalArgumentException().isThrownBy(() -> PLATFORM.latency(0, 4));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> writers(1, DataHandover.of(1)).network(Network.DEFAULT).run())
        .withMessageContaining("platform");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Simulation.of(Elmp.ALGORITHM, Layout.plain(5)).network(Network.of(PLATFORM)).run())
        .withMessageContaining("5 processes");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                writers(1, DataHandover.of(1))
                    .faults(Faults.NONE.with(new Fault.Crash(0, 1)))
                    .run())
        .withMessageContaining("without faults");
  }
}
