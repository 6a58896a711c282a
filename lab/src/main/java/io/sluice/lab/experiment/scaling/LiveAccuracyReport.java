package io.sluice.lab.experiment.scaling;

import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.scaling.ScalingPipeline.Moment;
import io.sluice.lab.experiment.scaling.ScalingSaso.Summary;
import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Measure;
import io.sluice.lab.report.page.Section;
import io.sluice.lab.report.page.Table;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The live part of {@link ScalingAccuracy}: print, simulation and a live run side by side. */
final class LiveAccuracyReport {

  private static final String SIMULATED = "simulated";
  private static final String LIVE = "live";

  /** What Fig. 5 prints: 5 instances for 643 records in step 46, one for 1,104 in step 57. */
  private static final int PRINTED_FALL = 46;

  private static final double PRINTED_GREATEST = 2.5;
  private static final int PRINTED_RISE = 57;
  private static final double PRINTED_LEAST = 0.45;

  private final String name;

  LiveAccuracyReport(String name) {
    this.name = name;
  }

  void write(Section.Builder section, List<ScalingBeside> all) {
    for (var each : all) {
      int lowest = lowest(each.plan());
      section
          .figure(
              Figure.of(
                  chart(each, lowest, "accuracy", ScalingRun::accuracy)
                      .description("Live as in the simulation, the accuracy moves around 1.")
                      .build(),
                  "Fig. 5, for the operator whose load falls lowest. The mark is what the paper"
                      + " prints of another load."))
          .figure(
              Figure.of(
                  chart(each, lowest, "throughput", ScalingRun::throughput)
                      .description("The throughput is nearly always 1, simulated and live.")
                      .build(),
                  "Fig. 5: the share of its load that the operator's instances can process."));
    }
    section.table(table(all));
  }

  private static int lowest(ScalingPlan plan) {
    return IntStream.range(0, plan.operators())
        .boxed()
        .min(
            Comparator.comparingInt(
                operator ->
                    IntStream.range(0, plan.steps())
                        .map(step -> plan.load(step, operator))
                        .min()
                        .orElseThrow()))
        .orElseThrow();
  }

  private Chart.Builder chart(
      ScalingBeside run, int operator, String quantity, ToDoubleFunction<Moment> what) {
    var simulated = run.simulated().operator(operator);
    var live = run.live().operator(operator);
    boolean isAccuracy = quantity.equals("accuracy");
    var chart =
        Chart.named("%s-live-%s-%s".formatted(name, run.suffix(), quantity))
            .title(
                "%s of one operator, %s"
                    .formatted(isAccuracy ? "Accuracy" : "Throughput", run.policy()))
            .x(Axis.linear("step"))
            .y(Axis.linear(isAccuracy ? "instances / ideal" : "share of the load"))
            .add(run.step(SIMULATED, step -> what.applyAsDouble(simulated.get(step))))
            .add(run.step(LIVE, step -> what.applyAsDouble(live.get(step))));
    int step = isAccuracy ? PRINTED_FALL : PRINTED_RISE;
    double printed = isAccuracy ? PRINTED_GREATEST : PRINTED_LEAST;
    return step > run.plan().steps()
        ? chart
        : chart.mark(step, printed, Double.toString(printed), SIMULATED);
  }

  private static Table table(List<ScalingBeside> all) {
    var table =
        Table.named(
            "Printed, simulated and live (Fig. 5); the paper shows one operator",
            "quantity",
            "printed",
            SIMULATED,
            LIVE);
    for (var each : all) {
      var simulated = Summary.of(each.simulated());
      var live = Summary.of(each.live());
      String prefix = each.policy() + ": ";
      var greatest = Measure.of(PRINTED_GREATEST);
      var least = ScalingSaso.percent(PRINTED_LEAST);
      var none = Measure.text("not printed");
      table
          .row(
              prefix + "greatest accuracy, median of the operators",
              List.of(greatest, median(simulated.greatest()), median(live.greatest())))
          .row(
              prefix + "greatest accuracy of any operator",
              List.of(
                  greatest,
                  Measure.of(Collections.max(simulated.greatest())),
                  Measure.of(Collections.max(live.greatest()))))
          .row(
              prefix + "least throughput of any operator",
              List.of(
                  least,
                  ScalingSaso.percent(Collections.min(simulated.least())),
                  ScalingSaso.percent(Collections.min(live.least()))))
          .row(
              prefix + "least throughput of the pipeline",
              List.of(
                  none,
                  ScalingSaso.percent(simulated.leastOfAll()),
                  ScalingSaso.percent(live.leastOfAll())))
          .row(
              prefix + "mean distance of an operator from its ideal",
              List.of(
                  none, ScalingSaso.percent(simulated.error()), ScalingSaso.percent(live.error())))
          .row(
              prefix + "most records that waited for an operator, in steps of its load",
              List.of(none, Measure.text("not simulated"), Measure.of(longestWait(each))));
    }
    return table.build();
  }

  private static Measure median(List<Double> values) {
    return Measure.of(Statistics.quantile(values, 0.5));
  }

  private static double longestWait(ScalingBeside run) {
    double longest = 0;
    for (int step = 0; step < run.plan().steps(); step++) {
      for (int operator = 0; operator < run.plan().operators(); operator++) {
        double waiting = run.observed().steps().get(step).get(operator).waiting();
        longest = Math.max(longest, waiting / run.plan().load(step, operator));
      }
    }
    return longest;
  }
}
