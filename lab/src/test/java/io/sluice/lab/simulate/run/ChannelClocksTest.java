package io.sluice.lab.simulate.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.simulate.Chance;
import java.util.HashMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChannelClocksTest {

  /** From a few channels, never forgotten, to millions of which most are. */
  @ParameterizedTest
  @ValueSource(ints = {3, 60, 2_000, 1_000_000})
  void noMessageOvertakesAnEarlierOneOfItsChannel(int nodes) {
    var clocks = new ChannelClocks();
    var latest = new HashMap<Long, Long>();
    var chance = new Chance(nodes, 0);
    for (long now = 0; now < 200_000; now += chance.below(3)) {
      int from = (int) chance.below(nodes);
      int to = (int) chance.below(nodes);
      long wish = now + chance.below(10_000);
      long arrival = clocks.inOrder(from, to, wish, now);
      long expected = Math.max(wish, latest.getOrDefault((long) from * nodes + to, 0L));
      assertThat(arrival).isEqualTo(expected);
      latest.put((long) from * nodes + to, arrival);
    }
  }
}
