package io.sluice.lab.simulate.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.simulate.Chance;
import io.sluice.lab.simulate.Change;
import io.sluice.lab.simulate.Director;
import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Outcome.End;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.scaling.GuardedScaling;
import io.sluice.protocol.scaling.ScalingMessage;
import io.sluice.protocol.scaling.ScalingMessage.Delete;
import io.sluice.protocol.scaling.ScalingMessage.Duplicate;
import io.sluice.protocol.scaling.ScalingMessage.Enter;
import io.sluice.protocol.scaling.UnguardedScaling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What duplications and deletions cost, and pipelines too large to be searched. */
class ScalingCostTest {

  private static final long MS = 1_000_000;

  /** Operators of three, four and five instances: 0 to 2, 3 to 6, 7 to 11. */
  private static final Layout PIPELINE = Layout.groups(3, 4, 5).plusPool(4);

  private static final int NEWBORN = 12;

  private static <S> Simulation<S, ScalingMessage> quiet(
      Algorithm<S, ScalingMessage> algorithm, Layout layout) {
    return Simulation.of(algorithm, layout)
        .workload(Workload.entries(1).asks(_ -> false))
        .invariantsEvery(1_000_000_000);
  }

  private static long guard(Outcome outcome) {
    return outcome.messagesByKind().getOrDefault("Guard", 0L);
  }

  static Stream<Arguments> instances() {
    return Stream.of(
        Arguments.of(0, 4, 0), // all its forks are here
        Arguments.of(3, 8, 3), // those of its predecessors are there
        Arguments.of(11, 4, 4));
  }

  @ParameterizedTest
  @MethodSource("instances")
  void aDuplicationCostsTwoMessagesANeighbourAndOne(int node, int neighbours, int missing) {
    var order = new Change.Order<ScalingMessage>(MS, node, new Duplicate(ProcessSet.of(NEWBORN)));
    for (var algorithm : unguarded()) {
      var outcome = quiet(algorithm, PIPELINE).change(order).run();
      assertThat(outcome.end()).as(outcome.violation().toString()).isEqualTo(End.COMPLETE);
      assertThat(outcome.messages()).isEqualTo(2L * neighbours + 1);
    }
    var outcome = quiet(GuardedScaling.ALGORITHM, PIPELINE).change(order).run();
    assertThat(outcome.end()).as(outcome.violation().toString()).isEqualTo(End.COMPLETE);
    assertThat(outcome.messages() - guard(outcome)).isEqualTo(2L * neighbours + 1);
    assertThat(guard(outcome)).as("an Ask and a Fork").isEqualTo(2L * missing);
  }

  @Test
  void severalSiblingsShareTheNotices() {
    var order =
        new Change.Order<ScalingMessage>(MS, 3, new Duplicate(ProcessSet.of(12, 13, 14, 15)));
    var outcome = quiet(GuardedScaling.ALGORITHM, PIPELINE).change(order).run();
    assertThat(outcome.end()).as(outcome.violation().toString()).isEqualTo(End.COMPLETE);
    assertThat(outcome.messages() - guard(outcome)).isEqualTo(2 * 8 + 4);
  }

  @ParameterizedTest
  @MethodSource("instances")
  void aDeletionCostsTwoMessagesANeighbour(int node, int neighbours, int missing) {
    int leaver = node == 0 ? 1 : node == 3 ? 4 : node; // keepers stay
    var order = new Change.Order<ScalingMessage>(MS, leaver, new Delete());
    for (var algorithm : unguarded()) {
      assertThat(quiet(algorithm, PIPELINE).change(order).run().messages())
          .isEqualTo(2L * neighbours);
    }
    var outcome = quiet(GuardedScaling.ALGORITHM, PIPELINE).change(order).run();
    assertThat(outcome.end()).as(outcome.violation().toString()).isEqualTo(End.COMPLETE);
    assertThat(outcome.messages() - guard(outcome)).isEqualTo(2L * neighbours);
    assertThat(guard(outcome)).isEqualTo(2L * missing);
  }

  /** A director looks at the pipeline every millisecond, and has it grow to five instances. */
  @Test
  void aDirectorGivesOrdersByWhatItSees() {
    var looks = new ArrayList<Long>();
    var sizes = new ArrayList<Long>();
    var outcome =
        quiet(GuardedScaling.ALGORITHM, Layout.groups(2, 1).plusPool(4))
            .directed(
                20 * MS,
                80 * MS,
                (now, world) -> {
                  looks.add(now / MS);
                  long size =
                      IntStream.range(0, world.layout().size())
                          .filter(node -> world.state(node).active())
                          .count();
                  sizes.add(size);
                  var order = new Duplicate(ProcessSet.of((int) size));
                  return size < 5 ? List.of(new Director.Command<>(2, order)) : List.of();
                })
            .run();
    assertThat(outcome.end()).as(outcome.violation().toString()).isEqualTo(End.COMPLETE);
    assertThat(looks).containsExactly(20L, 40L, 60L, 80L);
    assertThat(sizes).containsExactly(3L, 4L, 5L, 5L);
  }

  @Test
  void aKeeperStays() {
    var order = new Change.Order<ScalingMessage>(MS, 3, new Delete());
    assertThat(quiet(GuardedScaling.ALGORITHM, PIPELINE).change(order).run().messages()).isZero();
  }

  private static Iterable<Algorithm<UnguardedScaling.State, ScalingMessage>> unguarded() {
    return List.of(UnguardedScaling.ALGORITHM_PUBLISHED, UnguardedScaling.ALGORITHM_BY_OPERATOR);
  }

  /**
   * All operators scale within a second, and records pass; every invariant is judged every few
   * thousand events. Newborns are told to delete themselves too.
   */
  @Test
  void fiveOperatorsScaleAtOnce() {
    var layout = Layout.groups(7, 7, 7, 7, 7).plusPool(35);
    for (long seed = 1; seed <= 20; seed++) {
      var simulation = quiet(GuardedScaling.ALGORITHM, layout).seed(seed).invariantsEvery(1_000);
      var chance = new Chance(seed, 0);
      for (int k = 0; k < 35; k++) {
        simulation
            .change(order(chance, k, new Duplicate(ProcessSet.of(35 + k))))
            .change(order(chance, (int) chance.below(70), new Delete()))
            .change(order(chance, (int) chance.below(7), new Enter((int) chance.below(1000))));
      }
      var outcome = simulation.run();
      assertThat(outcome.end()).as(outcome.violation().toString()).isEqualTo(End.COMPLETE);
      assertThat(outcome.messagesByKind().get("Start")).isPositive();
      assertThat(outcome.messagesByKind().get("DeletionAck")).isPositive();
    }
  }

  private static Change<ScalingMessage> order(Chance chance, int node, ScalingMessage order) {
    return new Change.Order<>(MS + chance.below(1_000 * MS), node, order);
  }

  /** A hundred operators of a hundred instances; at rest every table is right. */
  @Test
  void tenThousandInstances() {
    int[] sizes = new int[100];
    Arrays.fill(sizes, 100);
    var layout = Layout.groups(sizes).plusPool(500);
    var simulation = quiet(GuardedScaling.ALGORITHM, layout);
    var chance = new Chance(1, 0);
    for (int k = 0; k < 500; k++) {
      simulation
          .change(
              order(chance, (int) chance.below(10_000), new Duplicate(ProcessSet.of(10_000 + k))))
          .change(order(chance, (int) chance.below(10_500), new Delete()));
    }
    var outcome = simulation.run();
    assertThat(outcome.end()).as(outcome.violation().toString()).isEqualTo(End.COMPLETE);
    assertThat(outcome.messagesByKind().get("Start")).isGreaterThan(450);
    assertThat(outcome.messagesByKind().get("DeletionAck")).isGreaterThan(400 * 200);
  }
}
