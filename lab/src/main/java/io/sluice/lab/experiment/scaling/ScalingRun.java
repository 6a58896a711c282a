package io.sluice.lab.experiment.scaling;

import io.sluice.lab.experiment.scaling.ScalingPipeline.Moment;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The run of a pipeline.
 *
 * @param steps for each step, what each operator did
 */
record ScalingRun(List<List<Moment>> steps) {

  /** Two periods: instances that start later are not a reaction to the peak. */
  private static final int AFTER_THE_PEAK = 2 * ScalingSetup.PERIOD;

  /**
   * The number of instances after the largest load.
   *
   * @param load the largest load
   * @param step the step of the largest load, from 0
   * @param instances the largest number in the steps after it
   * @param lag how many steps after the load's peak the instances peaked
   */
  record Peak(double load, int step, int instances, int lag) {

    double ideal() {
      return ScalingSetup.TARGET.ideal(load);
    }

    double share() {
      return instances / ideal();
    }

    boolean isWithinFivePercent() {
      return Math.abs(share() - 1) <= 0.05;
    }
  }

  int length() {
    return steps.size();
  }

  double load(int step) {
    return sum(step, Moment::load);
  }

  int instances(int step) {
    return (int) sum(step, Moment::instances);
  }

  int messages(int step) {
    return (int) sum(step, Moment::messages);
  }

  long messages() {
    return IntStream.range(0, length()).mapToLong(this::messages).sum();
  }

  Peak peak() {
    int top =
        IntStream.range(0, length())
            .boxed()
            .max(Comparator.comparingDouble(this::load))
            .orElseThrow();
    int most = top;
    for (int step = top; step < Math.min(top + AFTER_THE_PEAK, length()); step++) {
      most = instances(step) > instances(most) ? step : most;
    }
    return new Peak(load(top), top, instances(most), most - top);
  }

  /** The run of one operator. */
  List<Moment> operator(int operator) {
    return steps.stream().map(step -> step.get(operator)).toList();
  }

  /**
   * The smallest share of the total load that all instances could have processed, over all steps.
   */
  double leastThroughput() {
    return IntStream.range(0, length())
        .mapToDouble(step -> throughput(load(step), instances(step)))
        .min()
        .orElseThrow();
  }

  /** How far the operators were from their ideal, on average. */
  double meanError() {
    return steps.stream()
        .flatMap(List::stream)
        .mapToDouble(moment -> Math.abs(accuracy(moment) - 1))
        .average()
        .orElseThrow();
  }

  /** Instances divided by their ideal number. */
  static double accuracy(Moment moment) {
    return moment.instances() / ScalingSetup.TARGET.ideal(moment.load());
  }

  /** The share of the load that the instances were able to process. */
  static double throughput(Moment moment) {
    return throughput(moment.load(), moment.instances());
  }

  private static double throughput(double load, int instances) {
    return load == 0 ? 1 : Math.min(1, instances * ScalingSetup.TARGET.capacity() / load);
  }

  private double sum(int step, ToDoubleFunction<Moment> what) {
    double sum = 0;
    for (var moment : steps.get(step)) {
      sum += what.applyAsDouble(moment);
    }
    return sum;
  }
}
