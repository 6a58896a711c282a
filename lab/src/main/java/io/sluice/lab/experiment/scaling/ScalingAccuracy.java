package io.sluice.lab.experiment.scaling;

import static io.sluice.lab.experiment.scaling.ScalingSetup.BY_CHANCE;
import static io.sluice.lab.experiment.scaling.ScalingSetup.IN_TURN;
import static io.sluice.lab.experiment.scaling.ScalingSetup.MOTION;
import static io.sluice.lab.experiment.scaling.ScalingSetup.PLAIN_MOTION;
import static io.sluice.lab.experiment.scaling.ScalingSetup.POLICIES;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Grid;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.PaperValue;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.scaling.ScalingPipeline.Moment;
import io.sluice.lab.experiment.scaling.ScalingSaso.Cell;
import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Point;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.page.Comparison;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Measure;
import io.sluice.lab.report.page.Section;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Fig. 5: accuracy and throughput; and the SASO properties of three policies. */
public final class ScalingAccuracy extends LiveOrSimulated {

  private static final int SEEDS = 1000;
  private static final int SHOWN = 1;

  /** What Fig. 5 prints of its operator. */
  private static final double PRINTED_ACCURACY = 2.5;

  private static final double PRINTED_THROUGHPUT = 45;

  private static final String ONE_OPERATOR =
      "The paper shows one operator of one run, ours is a figure over all operators of all seeds.";

  private static final String PAPER =
      "Accuracy is the number of an operator's instances divided by its ideal, throughput the share"
          + " of its load that they can process. Fig. 5 shows both for one operator: after a sudden"
          + " fall there are 2.5 times too many instances, in a sudden rise the throughput falls to"
          + " 45 %, and both soon recover.";

  public ScalingAccuracy() {
    this(0);
  }

  private ScalingAccuracy(int liveSteps) {
    super(liveSteps);
  }

  @Override
  public String name() {
    return "scaling-accuracy";
  }

  @Override
  public String title() {
    return "Decentralised scaling: accuracy, throughput and the SASO properties";
  }

  @Override
  public String summary() {
    return "compares the number of instances with its ideal (Fig. 5), and measures settling,"
        + " accuracy, stability and overshoot of three policies";
  }

  @Override
  Experiment live(int steps) {
    return new ScalingAccuracy(steps);
  }

  @Override
  Section live(int steps, Options options, Progress progress) {
    var all = ScalingBeside.run(name(), SHOWN, steps, options, progress);
    var section = Section.named(name(), title() + ", live").paper(PAPER);
    ScalingBeside.describe(section, options);
    section.parameter("the run that is shown", "seed " + SHOWN, "ours");
    new LiveAccuracyReport(name()).write(section, all);
    return ScalingBeside.note(section, all).build();
  }

  @Override
  Section simulated(Options options, Progress progress) {
    int seeds = options.seedsOr(SEEDS);
    var cells = new ArrayList<Cell>();
    for (var motion : List.of(MOTION, PLAIN_MOTION)) {
      POLICIES.forEach(policy -> cells.add(new Cell(policy, motion)));
    }
    var measured = Grid.run(name(), cells, _ -> seeds, ScalingSaso::measure, options, progress);
    var sasos = sasos(MOTION, measured);
    var plain = sasos(PLAIN_MOTION, measured);
    var section = Section.named(name(), title()).paper(PAPER);
    ScalingSetup.describe(section, seeds);
    ScalingSetup.describeMotion(section);
    return section
        .parameter(
            "a shock",
            "after 50 steps all loads rise or fall by a factor from 1.5 to 4, and stay for 60 steps",
            "ours")
        .parameter(
            "settled",
            "an instance's load lies between the thresholds, or the number less than one from ideal",
            "ours")
        .figure(shown())
        .figure(
            Figure.of(
                distribution(
                    "settling",
                    "Steps until the number of instances is right",
                    "steps since the shock",
                    IntStream.rangeClosed(0, 25).asDoubleStream().boxed().toList(),
                    ScalingShock::settling,
                    sasos),
                "Settling: the share of operators whose number of instances stays right from"
                    + " that step on."))
        .figure(
            Figure.of(
                distribution(
                    "overshoot",
                    "By how much operators overshoot after a shock",
                    "overshoot, percent of the ideal",
                    IntStream.rangeClosed(0, 30).asDoubleStream().boxed().toList(),
                    shock -> 100 * shock.overshoot(),
                    sasos),
                "Overshoot: the share of operators that exceed the ideal by at most that"
                    + " much."))
        .compare("One operator (Fig. 5)", comparisons(sasos))
        .table(ScalingSaso.table(MOTION, sasos))
        .table(ScalingSaso.table(PLAIN_MOTION, plain))
        .note(
            "Settling, reversals and overshoot are measured after a shock, since they are"
                + " visible only while the load is constant. The other figures are from runs whose"
                + " load moves all the time.")
        .note(verdict(MOTION, sasos))
        .note(verdict(PLAIN_MOTION, plain))
        .note(
            "A plain Brownian motion with the paper's peak makes steps of "
                + Measure.of(PLAIN_MOTION.deviation()).text()
                + " records, more than an instance can process; small operators cannot follow"
                + " it, and Fig. 5 shows nothing like it. A geometric Brownian motion matches"
                + " the printed peak, accuracy and throughput at the same time, hence our"
                + " choice.")
        .build();
  }

  private static List<ScalingSaso> sasos(
      ScalingMotion motion, Map<Cell, List<ScalingSaso.Measured>> measured) {
    return POLICIES.stream()
        .map(
            policy ->
                ScalingSaso.of(
                    policy, Objects.requireNonNull(measured.get(new Cell(policy, motion)))))
        .toList();
  }

  /** Accuracy and throughput of the operator whose load falls lowest, which has to react most. */
  private Figure shown() {
    var byChance = ScalingSetup.run(BY_CHANCE, MOTION, SHOWN);
    int lowest =
        IntStream.range(0, ScalingSetup.OPERATORS)
            .boxed()
            .min(Comparator.comparingDouble(operator -> leastLoad(byChance.operator(operator))))
            .orElseThrow();
    var inTurn = ScalingSetup.run(IN_TURN, MOTION, SHOWN).operator(lowest);
    var chart =
        Chart.named(name())
            .title("Accuracy and throughput of one operator")
            .description("The accuracy moves around 1; the throughput is nearly always 100 %.")
            .x(Axis.linear("step"))
            .y(Axis.linear("accuracy; throughput as a share"))
            .add(over("accuracy, by chance", byChance.operator(lowest), ScalingRun::accuracy))
            .add(over("throughput, by chance", byChance.operator(lowest), ScalingRun::throughput))
            .add(over("accuracy, in turn", inTurn, ScalingRun::accuracy))
            .add(over("throughput, in turn", inTurn, ScalingRun::throughput))
            .build();
    return Figure.of(
        chart, "Fig. 5, for the operator of seed " + SHOWN + " whose load falls lowest.");
  }

  private static double leastLoad(List<Moment> moments) {
    return moments.stream().mapToDouble(Moment::load).min().orElseThrow();
  }

  private static Series over(String name, List<Moment> moments, ToDoubleFunction<Moment> what) {
    return Series.step(
        name,
        IntStream.range(0, moments.size())
            .mapToObj(step -> Point.of(step + 1, what.applyAsDouble(moments.get(step))))
            .toList());
  }

  /** For each x the share of answers that are at most that. */
  private Chart distribution(
      String suffix,
      String title,
      String unit,
      List<Double> xs,
      ToDoubleFunction<ScalingShock> what,
      List<ScalingSaso> sasos) {
    var chart =
        Chart.named(name() + "-" + suffix)
            .title(title)
            .description(
                "One rising line for each policy; the sooner it reaches 100, the" + " better.")
            .x(Axis.linear(unit))
            .y(Axis.linear("percent of the operators"));
    for (var saso : sasos) {
      chart.add(
          Series.step(
              saso.policy().name(),
              xs.stream().map(x -> Point.of(x, 100 * atMost(x, what, saso.shocks()))).toList()));
    }
    return chart.build();
  }

  private static double atMost(
      double x, ToDoubleFunction<ScalingShock> what, List<ScalingShock> shocks) {
    long within = shocks.stream().filter(shock -> what.applyAsDouble(shock) <= x).count();
    return (double) within / shocks.size();
  }

  private static Comparison[] comparisons(List<ScalingSaso> sasos) {
    var rows = new ArrayList<Comparison>();
    for (var saso : sasos) {
      String prefix = saso.policy().name() + ": ";
      var greatest = saso.greatestAccuracies();
      var least = saso.leastThroughputs();
      rows.add(accuracy(prefix + "greatest accuracy, median", Statistics.quantile(greatest, 0.5)));
      rows.add(
          accuracy(
              prefix + "greatest accuracy, 95 % at most", Statistics.quantile(greatest, 0.95)));
      rows.add(throughput(prefix + "least throughput, median", Statistics.quantile(least, 0.5)));
      rows.add(
          throughput(prefix + "least throughput, 95 % at least", Statistics.quantile(least, 0.05)));
      double never = least.stream().filter(x -> 100 * x >= PRINTED_THROUGHPUT).count();
      rows.add(
          new Comparison(
              prefix + "operators never below 45 %",
              Measure.text("the one shown"),
              ScalingSaso.percent(never / least.size()),
              "The others are small operators in a sudden rise: one instance cannot do the"
                  + " work of five."));
      rows.add(
          throughput(prefix + "least throughput of the pipeline, any seed", saso.leastOfAll()));
    }
    return rows.toArray(Comparison[]::new);
  }

  private static Comparison accuracy(String what, double ours) {
    return PaperValue.of(what, PRINTED_ACCURACY, ONE_OPERATOR).beside(ours);
  }

  private static Comparison throughput(String what, double ours) {
    return new PaperValue(what, Measure.of(PRINTED_THROUGHPUT, "%"), ONE_OPERATOR)
        .beside(ScalingSaso.percent(ours));
  }

  /** Where our policy is at least as good as both others, and where it is not. */
  private static String verdict(ScalingMotion motion, List<ScalingSaso> sasos) {
    var better = new ArrayList<String>();
    var worse = new ArrayList<String>();
    QUALITIES.forEach(
        quality -> {
          double ours = quality.value.applyAsDouble(sasos.getLast());
          double best =
              sasos.stream().limit(sasos.size() - 1).mapToDouble(quality.value).min().orElseThrow();
          (ours <= best ? better : worse)
              .add("%s %s to %s".formatted(quality.name, text(ours), text(best)));
        });
    Function<List<String>, String> list = all -> all.isEmpty() ? "nothing" : String.join(", ", all);
    return ("Under %s, \"in turn\" compared with the better of the others: no worse in %s;"
            + " worse in %s.")
        .formatted(motion.name(), list.apply(better), list.apply(worse));
  }

  private static String text(double value) {
    return Measure.of(value).text();
  }

  /** A quality; smaller is better. */
  private record Quality(String name, ToDoubleFunction<ScalingSaso> value) {}

  private static final List<Quality> QUALITIES =
      List.of(
          new Quality("settling", ScalingSaso::settling),
          new Quality("mean error", ScalingSaso::error),
          new Quality("reversals", ScalingSaso::reversals),
          new Quality("overshoot", ScalingSaso::overshoot),
          new Quality("messages", ScalingSaso::messages));
}
