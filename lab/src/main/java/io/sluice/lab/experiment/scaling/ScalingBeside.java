package io.sluice.lab.experiment.scaling;

import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.report.chart.Point;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.page.Section;
import io.sluice.protocol.scaling.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * One policy, simulated and live, under the same loads.
 *
 * @param observed what else was observed live
 */
record ScalingBeside(
    ScalingPlan plan, ScalingRun simulated, ScalingRun live, LiveScaling observed) {

  /** How many real seconds a step takes: short enough for two minutes in all. */
  static final double STEP_SECONDS = 0.25;

  /** For tests: some seconds. */
  static final int QUICK_STEPS = 30;

  /** The policies that run live, one after the other: the paper's and ours. */
  private static final List<Policy> POLICIES =
      List.of(ScalingSetup.BY_CHANCE, ScalingSetup.IN_TURN);

  /** Runs the policies with the loads of one seed. */
  static List<ScalingBeside> run(
      String name, long seed, int steps, Options options, Progress progress) {
    var loads = loads(seed, steps);
    var all = new ArrayList<ScalingBeside>();
    for (var policy : POLICIES) {
      int before = all.size();
      var plan = plan(policy, loads);
      progress.at(name, (double) before / POLICIES.size());
      var observed =
          options
              .runner()
              .run(
                  plan,
                  options.cancelled(),
                  share -> progress.at(name, (before + share) / POLICIES.size()));
      all.add(
          new ScalingBeside(
              plan, ScalingSetup.run(policy, exact(loads), seed), observed.run(plan), observed));
    }
    return all;
  }

  /** The loads of the simulation, in whole records. */
  private static List<List<Integer>> loads(long seed, int steps) {
    return ScalingSetup.MOTION
        .loads(seed, ScalingSetup.OPERATORS, ScalingSetup.STEPS, ScalingSetup.START)
        .stream()
        .limit(steps)
        .map(step -> step.stream().map(load -> (int) Math.max(1, Math.rint(load))).toList())
        .toList();
  }

  private static List<List<Double>> exact(List<List<Integer>> loads) {
    return loads.stream().map(step -> step.stream().map(Integer::doubleValue).toList()).toList();
  }

  /** As many instances as a policy may ask for that misses the ideal by far. */
  private static ScalingPlan plan(Policy policy, List<List<Integer>> loads) {
    double most = loads.stream().flatMap(List::stream).mapToInt(Integer::intValue).max().orElse(1);
    return new ScalingPlan(
        policy,
        (int) ScalingSetup.TARGET.capacity(),
        ScalingSetup.INSTANCES,
        ScalingSetup.INSTANCES + 2 * (int) Math.ceil(ScalingSetup.TARGET.ideal(most)),
        loads);
  }

  String policy() {
    return plan.policy().name();
  }

  /** The policy in the names of files. */
  String suffix() {
    return policy().replace(' ', '-');
  }

  Series step(String name, IntToDoubleFunction what) {
    return Series.step(name, points(what));
  }

  List<Point> points(IntToDoubleFunction what) {
    return IntStream.range(0, plan.steps())
        .mapToObj(step -> Point.of(step + 1, what.applyAsDouble(step)))
        .toList();
  }

  /** What is the same in all live experiments: how a step of the paper becomes real. */
  static Section.Builder describe(Section.Builder section, Options options) {
    ScalingSetup.describe(section, 1);
    ScalingSetup.describeMotion(section);
    return section
        .parameter("a step, live", options.runner().scale() + " s", "ours")
        .parameter(
            "an instance, live",
            "a thread; each record takes it 1/500 of a step, which it waits and does not compute",
            "ours, so that two processors suffice for all instances")
        .parameter(
            "load, live",
            "a source feeds the first operator; each operator makes as many records as the next one"
                + " is to receive, in batches of up to 8",
            "ours; the paper draws the load of each operator without saying where it comes from")
        .parameter(
            "decisions, live",
            "the same policy objects, by what each instance has received in the last step",
            "the paper");
  }

  /** What was counted live, and whether the machine kept up. */
  static Section.Builder note(Section.Builder section, List<ScalingBeside> all) {
    for (var each : all) {
      section.note(
          "\"%s\", live: %,d records processed by %d operators, each exactly once; %,d instances began or ended."
              .formatted(
                  each.policy(),
                  each.observed.records(),
                  each.plan.operators(),
                  each.observed.actions()));
      if (each.observed.late() > 0) {
        section.note(
            "\"%s\", live: after %d of %d steps the machine was busy with something else for more than a tenth of a step; run it again on a quiet one."
                .formatted(each.policy(), each.observed.late(), each.plan.steps()));
      }
    }
    section.note(
        "Live, operators depend on each other: one that lacks instances holds up what the next one"
            + " receives, and when it catches up, the next one is overloaded; and an instance that"
            + " deletes itself works off what waits for it before a neighbour may change. So \"by"
            + " chance\", which reacts up to a period late, strays further than simulated, and each"
            + " run differently.");
    return section.note(
        "Live, an instance decides at the end of the step that it measured, and what it starts works"
            + " a few milliseconds later; the simulation takes two steps for that, as the paper does."
            + " Live, records arrive unevenly, so that instances of one operator measure different"
            + " loads.");
  }
}
