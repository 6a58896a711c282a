package io.sluice.lab.explore.protocols;

import static io.sluice.lab.explore.Scope.UNBOUNDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.group.Forks;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Forks on groups, pipelines and graphs: exclusion, no deadlock, progress, rising fences, one fork
 * for each pair, and its bound on overtaking. The counts are pinned: a change of meaning shows.
 */
class ForksTest {

  private static Result search(Scope<?, ?> scope) {
    return Explorer.search(scope, Effort.full());
  }

  static Layout ring(int nodes) {
    return Layout.graph(
        names(nodes),
        IntStream.range(0, nodes)
            .mapToObj(i -> ProcessSet.of((i + 1) % nodes, (i + nodes - 1) % nodes))
            .toList());
  }

  static Layout complete(int nodes) {
    return Layout.graph(
        names(nodes),
        IntStream.range(0, nodes).mapToObj(i -> ProcessSet.allBut(i, nodes)).toList());
  }

  private static List<String> names(int nodes) {
    return IntStream.range(0, nodes).mapToObj(i -> "v" + i).toList();
  }

  static Stream<Arguments> bounded() {
    return Stream.of(
        Arguments.of(Layout.groups(1, 1), 3, 310),
        Arguments.of(Layout.groups(2, 1), 3, 59_957),
        Arguments.of(Layout.groups(1, 2), 3, 40_608),
        Arguments.of(Layout.groups(2, 2), 2, 3_292_190),
        Arguments.of(Layout.groups(3, 2), 1, 1_882_947),
        Arguments.of(Layout.groups(1, 1, 1), 2, 4_842),
        Arguments.of(ring(5), 1, 328_769),
        Arguments.of(complete(4), 1, 1_627_264));
  }

  @ParameterizedTest
  @MethodSource
  void bounded(Layout layout, int entries, long worlds) {
    var result = search(Scope.of(Forks.ALGORITHM, layout, entries));
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
    assertThat(result.worlds()).isEqualTo(worlds);
  }

  static Stream<Arguments> unbounded() {
    return Stream.of(
        Arguments.of(Layout.groups(1, 1), 18),
        Arguments.of(Layout.groups(2, 1), 880),
        Arguments.of(Layout.groups(1, 2), 1_004),
        Arguments.of(Layout.groups(1, 1, 1), 942),
        Arguments.of(Layout.plain(3), 22_217));
  }

  /** Clients that never stop asking: starvation-freedom is judged too. */
  @ParameterizedTest
  @MethodSource
  void unbounded(Layout layout, long worlds) {
    var result = search(Scope.of(Forks.ALGORITHM, layout, UNBOUNDED));
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
    assertThat(result.worlds()).isEqualTo(worlds);
  }

  @Tag("long")
  @Test
  void twoByTwoThatNeverStopAsking() {
    unbounded(Layout.groups(2, 2), 2_000_826);
  }

  static Stream<Arguments> overtaking() {
    return Stream.of(
        Arguments.of(Layout.groups(2, 1), 3),
        Arguments.of(Layout.groups(2, 1), UNBOUNDED),
        Arguments.of(Layout.groups(1, 2), UNBOUNDED),
        Arguments.of(Layout.groups(1, 1, 1), UNBOUNDED),
        Arguments.of(Layout.plain(3), UNBOUNDED),
        Arguments.of(ring(5), 1));
  }

  @ParameterizedTest
  @MethodSource
  void overtaking(Layout layout, int entries) {
    var result = search(Scope.of(Forks.ALGORITHM, layout, entries).withOvertaking());
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
  }

  @Tag("long")
  @Test
  void overtakingOfTwoByTwoThatNeverStopAsking() {
    overtaking(Layout.groups(2, 2), UNBOUNDED);
  }

  /** The fences multiply these; they are judged on the smaller ones. */
  @Tag("long")
  @ParameterizedTest
  @MethodSource
  void largePipelines(Layout layout, int entries, long worlds) {
    var result = search(Scope.of(Forks.ALGORITHM, layout, entries).withoutFences());
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
    assertThat(result.worlds()).isEqualTo(worlds);
  }

  static Stream<Arguments> largePipelines() {
    return Stream.of(Arguments.of(Layout.groups(2, 1, 2), 2, 7_232_619));
  }

  @Tag("long")
  @Test
  void aPipelineOfFour() {
    var pipeline = Scope.of(Forks.ALGORITHM, Layout.groups(1, 2, 2, 1), 1);
    var result = search(pipeline.withoutFences().withSymmetry());
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
    assertThat(result.worlds()).isEqualTo(59_036_681);
  }

  @Test
  void theBoundOnOvertakingIsTight() {
    var claimingNone =
        Algorithm.of("forks", Family.GROUP, Forks::new)
            .clocks(Algorithm.Clocks.APART)
            .fenced()
            .overtaking(0, Forks.ALGORITHM.overtaking().orElseThrow().pressing())
            .build();
    var result = search(Scope.of(claimingNone, Layout.groups(2, 1), 3).withOvertaking());
    assertThat(result.verdict()).isEqualTo(new Verdict.Broken("overtaking"));
  }

  @Test
  void withoutOrderForksGetLost() {
    var scope = Scope.of(Forks.ALGORITHM, Layout.groups(2, 1), 2);
    assertThat(search(scope.with(Scope.Channels.UNORDERED)).verdict().isViolation()).isTrue();
  }
}
