package io.sluice.lab.experiment.scaling;

import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.scaling.ScalingPipeline.Moment;
import io.sluice.lab.report.page.Measure;
import io.sluice.lab.report.page.Table;
import io.sluice.protocol.scaling.Policy;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * How good a policy is: settling, accuracy, stability and overshoot, and its cost in messages.
 *
 * @param runs runs whose load moves all the time
 * @param shocks reactions to a load that jumps and then stays constant
 */
record ScalingSaso(Policy policy, List<Summary> runs, List<ScalingShock> shocks) {

  /** One policy under one motion. */
  record Cell(Policy policy, ScalingMotion motion) {}

  /** One seed. */
  record Measured(Summary run, List<ScalingShock> shocks) {}

  /**
   * A summary of a run.
   *
   * @param error how far the operators were from their ideal, on average
   * @param greatest the largest accuracy of each operator
   * @param least the smallest throughput of each operator
   * @param leastOfAll the smallest throughput of the pipeline
   */
  record Summary(
      double error, List<Double> greatest, List<Double> least, double leastOfAll, long messages) {

    static Summary of(ScalingRun run) {
      return new Summary(
          run.meanError(),
          extremes(run, moments -> max(moments, ScalingRun::accuracy)),
          extremes(run, moments -> -max(moments, moment -> -ScalingRun.throughput(moment))),
          run.leastThroughput(),
          run.messages());
    }

    private static List<Double> extremes(ScalingRun run, Function<List<Moment>, Double> extreme) {
      return IntStream.range(0, ScalingSetup.OPERATORS)
          .mapToObj(run::operator)
          .map(extreme)
          .toList();
    }

    private static double max(List<Moment> moments, ToDoubleFunction<Moment> what) {
      return moments.stream().mapToDouble(what).max().orElseThrow();
    }
  }

  static Measured measure(Cell cell, long seed) {
    return new Measured(
        Summary.of(ScalingSetup.run(cell.policy, cell.motion, seed)),
        ScalingShock.answers(cell.policy, cell.motion, seed));
  }

  static ScalingSaso of(Policy policy, List<Measured> seeds) {
    return new ScalingSaso(
        policy,
        seeds.stream().map(Measured::run).toList(),
        seeds.stream().map(Measured::shocks).flatMap(Collection::stream).toList());
  }

  double settling() {
    return mean(shocks.stream().map(ScalingShock::settling).toList());
  }

  double overshoot() {
    return mean(shocks.stream().map(ScalingShock::overshoot).toList());
  }

  double reversals() {
    return mean(shocks.stream().map(ScalingShock::reversals).toList());
  }

  double error() {
    return mean(runs.stream().map(Summary::error).toList());
  }

  double messages() {
    return mean(runs.stream().map(Summary::messages).toList());
  }

  /** The least throughput of the pipeline in any run. */
  double leastOfAll() {
    return Statistics.of(runs.stream().map(Summary::leastOfAll).toList()).min();
  }

  List<Double> greatestAccuracies() {
    return runs.stream().map(Summary::greatest).flatMap(Collection::stream).toList();
  }

  List<Double> leastThroughputs() {
    return runs.stream().map(Summary::least).flatMap(Collection::stream).toList();
  }

  private static double mean(List<? extends Number> values) {
    return Statistics.of(values).mean();
  }

  static Table table(ScalingMotion motion, List<ScalingSaso> policies) {
    var table =
        Table.named(
            "SASO under " + motion.name(),
            "policy",
            "settling, steps",
            "95 % settle within",
            "accuracy: mean error",
            "reversals per shock",
            "overshoot",
            "95 % overshoot at most",
            "largest instances / ideal",
            "smallest throughput of all runs",
            "messages per run");
    for (var saso : policies) {
      var settling = saso.shocks.stream().map(ScalingShock::settling).toList();
      var overshoots = saso.shocks.stream().map(ScalingShock::overshoot).toList();
      table.row(
          saso.policy.name(),
          List.of(
              Measure.of(saso.settling()),
              Measure.of(Statistics.quantile(settling, 0.95)),
              percent(saso.error()),
              Measure.of(saso.reversals()),
              percent(saso.overshoot()),
              percent(Statistics.quantile(overshoots, 0.95)),
              Measure.of(mean(saso.greatestAccuracies())),
              percent(saso.leastOfAll()),
              Measure.of(Math.rint(saso.messages()))));
    }
    return table.build();
  }

  static Measure percent(double share) {
    return Measure.of(Math.rint(share * 10_000) / 100, "%");
  }
}
