package io.sluice.lab.experiment.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.experiment.scaling.ScalingPipeline.Moment;
import io.sluice.lab.experiment.scaling.ScalingPipeline.Ordered;
import io.sluice.lab.simulate.Chance;
import io.sluice.protocol.scaling.Decision;
import io.sluice.protocol.scaling.Load;
import io.sluice.protocol.scaling.Policy;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sections 5.1 and 5.4 of the paper: how long a change takes, and what it costs. */
class ScalingPipelineTest {

  /** The first instances of an operator of seven, but not the keeper, decide in step 1. */
  private record Scripted(int deciders, Decision decision) implements Policy {

    @Override
    public String name() {
      return "scripted";
    }

    @Override
    public boolean isDue(long step, long age, int rank, int siblings) {
      return step == 1 && siblings == 7 && rank >= 1 && rank <= deciders;
    }

    @Override
    public Decision decide(Load load, double drawn) {
      return decision;
    }
  }

  private static ScalingPipeline pipeline(int deciders, Decision decision) {
    // The middle operator has 16 predecessors and 14 successors, as in the paper's Fig. 4.
    return new ScalingPipeline(
        new Scripted(deciders, decision), List.of(16, 7, 14), new Chance(1, 0));
  }

  private static List<Moment> middle(int deciders, Decision decision) {
    var pipeline = pipeline(deciders, decision);
    return IntStream.range(0, 5)
        .mapToObj(_ -> pipeline.step(Collections.nCopies(3, 100.0)).get(1))
        .toList();
  }

  @Test
  void duplicatingTakesThreeSteps() {
    var moments = middle(1, new Decision.Duplicate(1));
    assertThat(moments).extracting(Moment::instances).containsExactly(7, 7, 8, 8, 8);
    assertThat(moments).extracting(Moment::messages).containsExactly(30, 31, 0, 0, 0);
  }

  @Test
  void leavingTakesTwo() {
    var moments = middle(1, new Decision.Delete());
    assertThat(moments).extracting(Moment::instances).containsExactly(7, 6, 6, 6, 6);
    assertThat(moments).extracting(Moment::messages).containsExactly(30, 30, 0, 0, 0);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "3, 1", "6, 1", "6, 2", "1, 9"})
  void messagesAreThoseOfTheFormula(int deciders, int times) {
    int k = deciders * times;
    var moments = middle(deciders, new Decision.Duplicate(times));
    assertThat(moments.stream().mapToInt(Moment::messages).sum()).isEqualTo(2 * deciders * 30 + k);
  }

  @Test
  void numbersAreGivenInTheOrderOfBirth() {
    var pipeline = pipeline(2, new Decision.Duplicate(2));
    pipeline.step(Collections.nCopies(3, 100.0));
    assertThat(pipeline.orders())
        .containsExactly(new Ordered(1, 17, 37, 2), new Ordered(1, 18, 39, 2));
    assertThat(pipeline.everStarted()).isEqualTo(41);
  }
}
