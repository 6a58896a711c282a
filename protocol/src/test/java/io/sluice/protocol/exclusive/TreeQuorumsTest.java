package io.sluice.protocol.exclusive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TreeQuorumsTest {

  @Test
  void withoutFailuresAQuorumIsAPathThroughOneself() {
    assertThat(quorum(15, 5)).containsExactly(0, 2, 5, 11);
    assertThat(quorum(15, 14)).containsExactly(0, 2, 6, 14);
    assertThat(quorum(1, 0)).containsExactly(0);
    assertThat(quorum(1_000_000, 999_999)).hasSize(20).contains(999_999);
  }

  @Test
  void twoPathsStandInForAFailedProcess() {
    assertThat(quorum(15, 3, 0)).containsExactly(1, 2, 3, 5, 7, 11);
    assertThat(quorum(15, 3, 1)).containsExactly(0, 3, 4, 7, 9);
    assertThat(quorum(15, 3, 7)).as("a leaf: its neighbour").containsExactly(0, 1, 3, 8);
    assertThat(quorum(15, 3, 7, 8)).as("both: a way around").containsExactly(0, 1, 4, 9);
    assertThat(new TreeQuorums(3).of(2, List.of(0, 1))).isEmpty();
  }

  /**
   * The paper's theorem, also for trees that are not complete, and whichever processes are taken
   * for failed.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
  void everyTwoQuorumsMeet(int nodes) {
    var quorums = new HashSet<Integer>();
    for (int failed = 0; failed < 1 << nodes; failed++) {
      var down = bits(failed, nodes);
      for (int self = 0; self < nodes; self++) {
        int members =
            new TreeQuorums(nodes)
                .of(self, down).stream().flatMap(List::stream).mapToInt(m -> 1 << m).sum();
        assertThat(members & failed).as("no quorum of failed processes").isZero();
        if (members != 0) {
          quorums.add(members);
        }
      }
    }
    for (int one : quorums) {
      for (int other : quorums) {
        assertThat(one & other).as("%x and %x", one, other).isNotZero();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6, 7, 10, 31})
  void anySingleFailureLeavesAQuorumToEverySurvivor(int nodes) {
    for (int failed = 0; failed < nodes; failed++) {
      for (int self = 0; self < nodes; self++) {
        assertThat(new TreeQuorums(nodes).of(self, List.of(failed))).isPresent();
      }
    }
  }

  private static List<Integer> quorum(int nodes, int self, Integer... failed) {
    return new TreeQuorums(nodes).of(self, List.of(failed)).orElseThrow();
  }

  private static List<Integer> bits(int set, int nodes) {
    return IntStream.range(0, nodes).filter(bit -> (set >> bit & 1) == 1).boxed().toList();
  }
}
