package io.sluice.lab.experiment.mobile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.mobile.DhoDepartures.Cell;
import io.sluice.lab.experiment.mobile.DhoDepartures.Moment;
import io.sluice.lab.experiment.mobile.DhoSetup.Variant;
import io.sluice.lab.simulate.Nanos;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Section 6.3 of the paper. */
class DhoMobilityTest {

  private static final long SECONDS = Nanos.parse("1s");

  private static DhoDepartures measure(int peers, int percent, long hold, long seed) {
    var lockAlone = new Cell(peers, percent, hold, Optional.empty(), Moment.WAITING);
    return DhoDepartures.measure(lockAlone, seed, Options.DEFAULT);
  }

  private static DhoDepartures measure(Variant variant, Moment moment) {
    var cell = new Cell(50, 50, 5 * SECONDS, Optional.of(variant), moment);
    return DhoDepartures.measure(cell, 1, Options.DEFAULT);
  }

  @Test
  void aCycleIsOneTurnOfEveryPeer() {
    var measured = measure(50, 25, 5 * SECONDS, 1);
    assertThat(measured.undisturbed()).isCloseTo(50 * 5, within(0.1));
  }

  @Test
  void aDepartedPeerDoesNotUseItsTurn() {
    var measured = measure(50, 50, SECONDS, 1);
    assertThat(measured.departing()).isBetween(25.0, 45.0);
  }

  /** The paper's percentages are the bar: below 1 % of a cycle for a quarter of the peers. */
  @Test
  void departuresDoNotDelayTheToken() {
    LongStream.rangeClosed(1, 5)
        .mapToObj(seed -> measure(50, 25, SECONDS, seed))
        .forEach(
            measured -> {
              assertThat(measured.overheadPercent()).isLessThan(0.1);
              assertThat(measured.messages()).isBetween(5.0, 40.0);
            });
  }

  /** 25 fetches of 0.42 s come to nothing, in two or three cycles of each of the others. */
  @Test
  void aPeerThatDepartsWithTheDataWastesAFetch() {
    for (var variant : Variant.values()) {
      assertThat(measure(variant, Moment.MAPPED).overheadSeconds())
          .isBetween(25 * DhoSetup.fetch() / 3, 25 * DhoSetup.fetch() / 2);
    }
  }

  @Test
  void aPeerThatDepartsWhileItWaitsWastesNothing() {
    assertThat(measure(Variant.AT_GRANT, Moment.WAITING).overheadPercent()).isLessThan(0.1);
  }

  /** Seeds of runs that once came to a standstill, or passed the token round among leavers. */
  @Test
  void whenTurnsAreAsShortAsMessagesEveryPeerIsStillServedOrDeparts() {
    for (int percent : new int[] {25, 50}) {
      var measured = measure(50, percent, Nanos.parse("1ms"), 7);
      assertThat(measured.overheadPercent()).isBetween(5.0, 60.0);
    }
    assertThat(measure(50, 50, Nanos.parse("50ms"), 7).overheadPercent()).isLessThan(0.1);
  }
}
