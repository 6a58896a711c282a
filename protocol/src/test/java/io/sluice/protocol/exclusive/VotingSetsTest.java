package io.sluice.protocol.exclusive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.BitSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VotingSetsTest {

  @Test
  void gridsOfUpTo500ProcessesMeetAndAreSmall() {
    for (int nodes = 1; nodes <= 500; nodes++) {
      int most = 2 * (int) Math.ceil(Math.sqrt(nodes)) - 1;
      assertThat(largest(VotingSets.grid(nodes))).as("%d nodes", nodes).isLessThanOrEqualTo(most);
    }
  }

  @Test
  void thereIsAPlaneForEachPrimeAndItsLinesMeet() {
    var sizes =
        IntStream.rangeClosed(1, 500)
            .filter(nodes -> VotingSets.plane(nodes).isPresent())
            .toArray();
    assertThat(sizes).containsExactly(7, 13, 31, 57, 133, 183, 307, 381);
    for (int nodes : sizes) {
      int order = (int) Math.sqrt(nodes);
      var sets = VotingSets.plane(nodes).orElseThrow();
      assertThat(largest(sets)).as("%d nodes", nodes).isEqualTo(order + 1);
      var memberships = new int[nodes];
      for (int node = 0; node < nodes; node++) {
        assertThat(sets.of(node)).hasSize(order + 1);
        sets.of(node).forEach(member -> memberships[member]++);
      }
      assertThat(memberships).as("the load is the same for all").containsOnly(order + 1);
    }
  }

  @Test
  void theSmallestAreThePlanesLinesWhereThereAreAny() {
    assertThat(VotingSets.smallest(7).of(0)).hasSize(3);
    assertThat(VotingSets.smallest(9).of(0)).containsExactly(0, 1, 2, 3, 6);
    assertThat(VotingSets.grid(3).of(1)).as("a short last row").containsExactly(0, 1);
  }

  @Test
  void theSlidesThreeProcessesNeedEachOther() {
    var sets = VotingSets.everyone(3);
    assertThat(largest(sets)).isEqualTo(3);
    assertThat(sets.of(1)).containsExactly(0, 1, 2);
    assertThatIllegalArgumentException().isThrownBy(() -> sets.of(3));
  }

  /** Checks that sets are what they must be; returns the size of the largest. */
  private static int largest(VotingSets sets) {
    int largest = 0;
    var seen = new BitSet[sets.nodes()];
    for (int node = 0; node < seen.length; node++) {
      var members = sets.of(node);
      seen[node] = new BitSet();
      members.forEach(seen[node]::set);
      largest = Math.max(largest, members.size());
      require(members.equals(seen[node].stream().boxed().toList()), "in order, each once", node);
      require(seen[node].get(node), "in its own set", node);
      for (int other = 0; other < node; other++) {
        require(seen[node].intersects(seen[other]), "meeting every other set", node);
      }
    }
    return largest;
  }

  /** Asked some twenty million times, which AssertJ would make a matter of minutes. */
  private static void require(boolean holds, String what, int node) {
    if (!holds) {
      throw new AssertionError("the set of process " + node + " is not " + what);
    }
  }
}
