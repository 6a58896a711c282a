package io.sluice.lab.explore.protocols;

import static io.sluice.lab.explore.Scope.UNBOUNDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.RicartAgrawala;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Exact counts for Ricart and Agrawala's algorithm. Two other checkers, TLC and Stateright, find
 * the same for the bounded run; any change of meaning in kernel or explorer shows here first.
 */
class OraclesTest {

  private static Result search(int nodes, int entries) {
    return Explorer.search(
        Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(nodes), entries), Effort.full());
  }

  @Test
  void fourNodesWithOneEntryEach() {
    var result = search(4, 1);
    assertThat(result.verdict()).isEqualTo(new Verdict.Ok());
    assertThat(result.worlds()).isEqualTo(1_402_022);
    assertThat(result.transitions()).isEqualTo(7_397_309);
    assertThat(result.depth()).isEqualTo(33);
    assertThat(result.bytes() / result.worlds()).isLessThanOrEqualTo(100);
  }

  @Test
  void threeNodesThatNeverStopAsking() {
    var result = search(3, UNBOUNDED);
    assertThat(result.verdict()).as("safe and starvation-free").isEqualTo(new Verdict.Ok());
    assertThat(result.worlds()).isEqualTo(1_804);
    assertThat(result.transitions()).isEqualTo(5_234);
  }

  @Tag("long")
  @Test
  void fourNodesThatNeverStopAsking() {
    var result = search(4, UNBOUNDED);
    assertThat(result.verdict()).as("safe and starvation-free").isEqualTo(new Verdict.Ok());
    assertThat(result.worlds()).isEqualTo(1_716_099);
  }
}
