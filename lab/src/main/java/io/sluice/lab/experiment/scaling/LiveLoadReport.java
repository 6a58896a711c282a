package io.sluice.lab.experiment.scaling;

import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Measure;
import io.sluice.lab.report.page.Section;
import io.sluice.lab.report.page.Table;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;

/** The live part of {@link ScalingLoad}: print, simulation and a live run side by side. */
final class LiveLoadReport {

  private static final String SIMULATED = "simulated";
  private static final String LIVE = "live";

  /** When the paper's instances peaked, and how many there were. */
  private static final int PRINTED_PEAK_STEP = 104;

  private static final int PRINTED_INSTANCES = 114;
  private static final double PRINTED_IDEAL = 115.4;
  private static final int PRINTED_LAG = 4;

  private final String name;
  private final int operator;

  /**
   * @param operator the one that Fig. 4 shows
   */
  LiveLoadReport(String name, int operator) {
    this.name = name;
    this.operator = operator;
  }

  void write(Section.Builder section, List<ScalingBeside> all) {
    for (var each : all) {
      section
          .figure(
              Figure.of(
                  chart(
                      each,
                      "",
                      "All instances, " + each.policy(),
                      step -> each.simulated().load(step),
                      run -> run::instances),
                  "Fig. 3(a), simulated and live. The mark is the printed peak, of another load."))
          .figure(
              Figure.of(
                  chart(
                      each,
                      "-operator",
                      "Instances of the third operator, " + each.policy(),
                      step -> each.simulated().operator(operator).get(step).load(),
                      run -> step -> run.operator(operator).get(step).instances()),
                  "Fig. 4(a), simulated and live."));
    }
    section.table(table(all));
  }

  private Chart chart(
      ScalingBeside run,
      String suffix,
      String title,
      IntToDoubleFunction load,
      Function<ScalingRun, IntToDoubleFunction> instances) {
    var chart =
        Chart.named(name + "-live-" + run.suffix() + suffix)
            .title(title)
            .description("Live, the number of instances follows its ideal as in the simulation.")
            .x(Axis.linear("step"))
            .y(Axis.linear("instances"))
            .add(
                Series.dashed(
                    "ideal",
                    run.points(step -> ScalingSetup.TARGET.ideal(load.applyAsDouble(step)))))
            .add(run.step(SIMULATED, instances.apply(run.simulated())))
            .add(run.step(LIVE, instances.apply(run.live())));
    if (suffix.isEmpty() && run.plan().steps() >= PRINTED_PEAK_STEP) {
      chart.mark(
          PRINTED_PEAK_STEP, PRINTED_INSTANCES, Integer.toString(PRINTED_INSTANCES), SIMULATED);
    }
    return chart.build();
  }

  private static Table table(List<ScalingBeside> all) {
    var table =
        Table.named("Printed, simulated and live (Fig. 3)", "quantity", "printed", SIMULATED, LIVE);
    var none = Measure.text("not printed");
    for (var each : all) {
      var simulated = each.simulated().peak();
      var live = each.live().peak();
      String prefix = each.policy() + ": ";
      table
          .row(
              prefix + "greatest load",
              List.of(
                  Measure.of(ScalingSetup.PRINTED_PEAK),
                  Measure.of(simulated.load()),
                  Measure.of(live.load())))
          .row(
              prefix + "instances that it needs",
              List.of(
                  Measure.of(PRINTED_IDEAL),
                  Measure.of(simulated.ideal()),
                  Measure.of(live.ideal())))
          .row(
              prefix + "instances at their peak",
              List.of(
                  Measure.of(PRINTED_INSTANCES),
                  Measure.of(simulated.instances()),
                  Measure.of(live.instances())))
          .row(
              prefix + "that divided by the ideal",
              List.of(
                  Measure.of(PRINTED_INSTANCES / PRINTED_IDEAL),
                  Measure.of(simulated.share()),
                  Measure.of(live.share())))
          .row(
              prefix + "steps after the load's peak",
              List.of(Measure.of(PRINTED_LAG), Measure.of(simulated.lag()), Measure.of(live.lag())))
          .row(
              prefix + "mean distance of an operator from its ideal",
              List.of(
                  none,
                  ScalingSaso.percent(each.simulated().meanError()),
                  ScalingSaso.percent(each.live().meanError())));
    }
    return table.build();
  }
}
