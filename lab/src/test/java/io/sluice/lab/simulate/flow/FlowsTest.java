package io.sluice.lab.simulate.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.sluice.lab.simulate.Chance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlowsTest {

  private static final long SECOND = 1_000_000_000;
  private static final int[] ONLY = {0};

  /** One link of 100 bytes a second. */
  private final Flows flows = new Flows(new double[] {100}, 0);

  /** Every end, as transfer and time, until nothing is on its way. */
  private static List<List<Long>> run(Flows flows) {
    var ends = new ArrayList<List<Long>>();
    for (long next = flows.nextEnd(); next != Flows.NEVER; next = flows.nextEnd()) {
      for (int ended : flows.ended(next)) {
        ends.add(List.of((long) ended, next));
      }
    }
    return ends;
  }

  @Test
  void aLoneTransferTakesItsSizeDividedByTheBandwidth() {
    flows.start(SECOND, ONLY, 250);
    assertThat(run(flows)).containsExactly(List.of(0L, 3 * SECOND + SECOND / 2));
  }

  @Test
  void whenTheShorterOfTwoHasEndedTheOtherGetsTheWholeLink() {
    flows.start(0, ONLY, 100);
    flows.start(0, ONLY, 50);
    assertThat(run(flows)).containsExactly(List.of(1L, SECOND), List.of(0L, 3 * SECOND / 2));
  }

  @Test
  void aLatecomerSlowsTheOthersDownFromThenOn() {
    flows.start(0, ONLY, 200);
    flows.start(SECOND, ONLY, 50);
    assertThat(run(flows)).containsExactly(List.of(1L, 2 * SECOND), List.of(0L, 5 * SECOND / 2));
  }

  @Test
  void whatACancelledTransferDidNotUseGoesToTheOthers() {
    int first = flows.start(0, ONLY, 200);
    flows.start(0, ONLY, 100);
    assertThat(flows.cancel(SECOND, first)).isCloseTo(150, within(1e-9));
    assertThat(flows.cancel(SECOND, first)).isZero();
    assertThat(run(flows)).containsExactly(List.of(1L, 3 * SECOND / 2));
  }

  /** Both ends of a swap use their links in opposite directions, so neither slows the other. */
  @Test
  void disjointRoutesDoNotSlowEachOtherDown() {
    var pair = new Flows(new double[] {100, 100}, 0);
    pair.start(0, new int[] {0}, 100);
    pair.start(0, new int[] {1}, 100);
    assertThat(run(pair)).containsExactly(List.of(0L, SECOND), List.of(1L, SECOND));
  }

  /** A link that is never idle carries all bytes in their sum divided by its bandwidth. */
  @Test
  void noBandwidthOfABusyLinkIsWasted() {
    for (long seed = 1; seed <= 50; seed++) {
      var chance = new Chance(seed, 0);
      var shared = new Flows(new double[] {100}, 0);
      double sum = 0;
      for (int i = 0; i < 30; i++) {
        double bytes = 1000 + chance.below(1000);
        // All begin before the first could have ended.
        shared.start(i * SECOND / 10, ONLY, bytes);
        sum += bytes;
      }
      double last = run(shared).getLast().getLast() / 1e9;
      assertThat(last).isCloseTo(sum / 100, within(1e-6));
    }
  }

  /** k equal transfers from one source all end after k times as long as one: the star. */
  @Test
  void aSourceDividesItsLinkAmongItsReceivers() {
    for (int receivers : new int[] {1, 2, 7, 49}) {
      double[] links = new double[1 + receivers];
      Arrays.fill(links, 125e6);
      var star = new Flows(links, 0);
      for (int i = 1; i <= receivers; i++) {
        star.start(0, new int[] {0, i}, 50 << 20);
      }
      double each = receivers * 50.0 * (1 << 20) / 125e6;
      assertThat(run(star))
          .hasSize(receivers)
          .allSatisfy(end -> assertThat(end.getLast() / 1e9).isCloseTo(each, within(1e-6)));
    }
  }

  @Test
  void refusesWhatCouldNotEnd() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Flows(new double[] {0}, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> flows.start(0, new int[0], 1));
    assertThatIllegalArgumentException().isThrownBy(() -> flows.start(0, ONLY, 0));
    flows.start(5, ONLY, 1);
    assertThatIllegalArgumentException().isThrownBy(() -> flows.start(4, ONLY, 1));
  }
}
