package org.example.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Channels;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Layout;
import org.junit.jupiter.api.Test;

/** All interleavings of a few processes. */
class SearchTest {

  /** Clients that never stop asking, so starvation is judged, too. */
  @Test
  void noErrorInAnyInterleaving() {
    var scope = Scope.of(LazyRing.ALGORITHM, Layout.plain(4), Scope.UNBOUNDED);
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict()).isEqualTo(new Verdict.Ok());
    assertThat(result.worlds()).isEqualTo(404);
  }

  @Test
  void norInOtherSizesAndWhereMessagesOvertakeEachOther() {
    for (int processes = 1; processes <= 4; processes++) {
      var scope = Scope.of(LazyRing.ALGORITHM, Layout.plain(processes), 2).with(Channels.UNORDERED);
      var result = Explorer.search(scope, Effort.full());
      assertThat(result.verdict()).as(result.what()).isEqualTo(new Verdict.Ok());
    }
  }

  @Test
  void theErrorIsFoundOnAShortestWay() {
    var scope = Scope.of(ForgetfulRing.ALGORITHM, Layout.plain(3), 1);
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict()).isEqualTo(new Verdict.Deadlock());
    assertThat(result.trace().orElseThrow().steps()).hasSize(8);
  }
}
