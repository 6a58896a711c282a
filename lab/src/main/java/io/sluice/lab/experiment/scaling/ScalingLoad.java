package io.sluice.lab.experiment.scaling;

import static io.sluice.lab.experiment.scaling.ScalingSetup.BY_CHANCE;
import static io.sluice.lab.experiment.scaling.ScalingSetup.IN_TURN;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Grid;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.PaperValue;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.scaling.ScalingPipeline.Moment;
import io.sluice.lab.experiment.scaling.ScalingRun.Peak;
import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Point;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.page.Comparison;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Measure;
import io.sluice.lab.report.page.Section;
import io.sluice.protocol.scaling.Policy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Fig. 3 and 4: the number of instances follows the load, and what that costs in messages. */
public final class ScalingLoad extends LiveOrSimulated {

  private static final int SEEDS = 1000;

  /** The step at which the paper's load peaked. */
  private static final int PRINTED_STEP = 100;

  /** The operator of Fig. 4: one with neighbours on both sides. */
  private static final int MIDDLE = ScalingSetup.OPERATORS / 2;

  /** 114 instances where 115.4 were ideal. */
  private static final double PRINTED_SHARE = 114 / 115.4;

  private static final String WHY_FEWER =
      "No instance reacts before 1/8 of the instances are missing, and \"by chance\" they"
          + " react up to a period late; when the paper's load stopped rising, its operators must"
          + " have been near their ideal.";

  private static final String ANOTHER_RUN = "One run compared with another.";

  private static final String WITHIN = "runs with that within 5 %, in percent";

  private static final String PAPER =
      "Each operator's load moves on its own. Every instance duplicates or deletes itself at random,"
          + " with a probability that makes the number of instances right on average. Fig. 3: the"
          + " number of all instances follows the load of all operators; the load peaks at 40,396"
          + " records a step, which needs 115.4 instances, and 4 steps later there are 114. Fig. 4:"
          + " the same for one operator.";

  public ScalingLoad() {
    this(0);
  }

  private ScalingLoad(int liveSteps) {
    super(liveSteps);
  }

  @Override
  public String name() {
    return "scaling-load";
  }

  @Override
  public String title() {
    return "Decentralised scaling: instances follow the load";
  }

  @Override
  public String summary() {
    return "follows the load of a pipeline of 5 operators with the number of their instances, and"
        + " counts the messages (Fig. 3, 4)";
  }

  @Override
  Experiment live(int steps) {
    return new ScalingLoad(steps);
  }

  /** The run that is shown among the simulated ones, live. */
  @Override
  Section live(int steps, Options options, Progress progress) {
    long shown =
        mostLikeThePapers(
            LongStream.rangeClosed(1, SEEDS)
                .mapToObj(seed -> ScalingSetup.run(BY_CHANCE, ScalingSetup.MOTION, seed).peak())
                .toList());
    var all = ScalingBeside.run(name(), shown, steps, options, progress);
    var section = Section.named(name(), title() + ", live").paper(PAPER);
    ScalingBeside.describe(section, options);
    describeShown(section, shown);
    new LiveLoadReport(name(), MIDDLE).write(section, all);
    return ScalingBeside.note(section, all).build();
  }

  @Override
  Section simulated(Options options, Progress progress) {
    int seeds = options.seedsOr(SEEDS);
    var peaks =
        Grid.run(
            name(),
            ScalingSetup.POLICIES,
            _ -> seeds,
            (policy, seed) -> ScalingSetup.run(policy, ScalingSetup.MOTION, seed).peak(),
            options,
            progress);
    long shown = mostLikeThePapers(of(BY_CHANCE, peaks));
    var byChance = ScalingSetup.run(BY_CHANCE, ScalingSetup.MOTION, shown);
    var inTurn = ScalingSetup.run(IN_TURN, ScalingSetup.MOTION, shown);
    var section = Section.named(name(), title()).paper(PAPER);
    ScalingSetup.describe(section, seeds);
    ScalingSetup.describeMotion(section);
    describeShown(section, shown);
    figures(section, byChance, inTurn);
    return section
        .compare("The run that is shown (Fig. 3)", shownRows(byChance.peak(), inTurn.peak()))
        .compare("All seeds", allRows(peaks))
        .note(
            "The peak of the instances is the largest number from the load's peak to two"
                + " periods later.")
        .note(
            "The policies react from 0.8 C on, when the operator has 1/8 fewer instances than"
                + " it should; \"by chance\" up to a period later. That is why the paper's policy"
                + " is rarely within 5 % of the ideal just after a peak; \"in turn\" mostly is.")
        .build();
  }

  private static void describeShown(Section.Builder section, long shown) {
    section.parameter(
        "the run that is shown",
        "seed " + shown,
        "ours: the seed whose load peak is closest to the paper's in height and step");
  }

  private static List<Peak> of(Policy policy, Map<Policy, List<Peak>> peaks) {
    return Objects.requireNonNull(peaks.get(policy));
  }

  /** The seed whose load resembles the paper's most. */
  private static long mostLikeThePapers(List<Peak> peaks) {
    return 1L
        + IntStream.range(0, peaks.size())
            .boxed()
            .min(Comparator.comparingDouble(seed -> unlikeness(peaks.get(seed))))
            .orElseThrow();
  }

  private static double unlikeness(Peak peak) {
    double height = Math.abs(Math.log(peak.load() / ScalingSetup.PRINTED_PEAK));
    double when = Math.abs(peak.step() + 1.0 - PRINTED_STEP) / ScalingSetup.STEPS;
    return height + when;
  }

  private void figures(Section.Builder section, ScalingRun byChance, ScalingRun inTurn) {
    section
        .figure(
            Figure.of(
                instances(
                    "",
                    "All instances and their ideal number",
                    step -> ScalingSetup.TARGET.ideal(byChance.load(step)),
                    byChance::instances,
                    inTurn::instances),
                "Fig. 3(a). The ideal is the load divided by rC, so its curve is that of the load."))
        .figure(
            Figure.of(
                messages("", "Messages of all operators", byChance::messages, inTurn::messages),
                "Fig. 3(b). The peaks are deletions: each deleted instance notifies all its"
                    + " neighbours itself, while new instances are announced together."));
    List<Moment> byChanceMiddle = byChance.operator(MIDDLE);
    List<Moment> inTurnMiddle = inTurn.operator(MIDDLE);
    section
        .figure(
            Figure.of(
                instances(
                    "-operator",
                    "Instances of the third operator and their ideal number",
                    step -> ScalingSetup.TARGET.ideal(byChanceMiddle.get(step).load()),
                    step -> byChanceMiddle.get(step).instances(),
                    step -> inTurnMiddle.get(step).instances()),
                "Fig. 4(a)."))
        .figure(
            Figure.of(
                messages(
                    "-operator",
                    "Messages of the third operator",
                    step -> byChanceMiddle.get(step).messages(),
                    step -> inTurnMiddle.get(step).messages()),
                "Fig. 4(b)."));
  }

  private Chart instances(
      String suffix,
      String title,
      IntToDoubleFunction ideal,
      IntToDoubleFunction byChance,
      IntToDoubleFunction inTurn) {
    return Chart.named(name() + suffix)
        .title(title)
        .description("The number of instances follows its ideal, a few steps behind.")
        .x(Axis.linear("step"))
        .y(Axis.linear("instances"))
        .add(Series.dashed("ideal", points(ideal)))
        .add(Series.step(BY_CHANCE.name(), points(byChance)))
        .add(Series.step(IN_TURN.name(), points(inTurn)))
        .build();
  }

  private Chart messages(
      String suffix, String title, IntToDoubleFunction byChance, IntToDoubleFunction inTurn) {
    return Chart.named(name() + suffix + "-messages")
        .title(title)
        .description("Messages in each step: none while nothing changes, many when the load moves.")
        .x(Axis.linear("step"))
        .y(Axis.linear("messages"))
        .add(Series.step(BY_CHANCE.name(), points(byChance)))
        .add(Series.step(IN_TURN.name(), points(inTurn)))
        .build();
  }

  private static List<Point> points(IntToDoubleFunction what) {
    return IntStream.range(0, ScalingSetup.STEPS)
        .mapToObj(step -> Point.of(step + 1, what.applyAsDouble(step)))
        .toList();
  }

  private static Comparison[] shownRows(Peak byChance, Peak inTurn) {
    var rows = new ArrayList<Comparison>();
    rows.add(
        PaperValue.of(
                "greatest load",
                ScalingSetup.PRINTED_PEAK,
                "A different motion; the run was chosen among the available seeds.")
            .beside(byChance.load()));
    rows.add(
        PaperValue.of("instances that it needs", 115.4, "Follows from the load.")
            .beside(byChance.ideal()));
    rows.addAll(shownRows(BY_CHANCE, byChance));
    rows.addAll(shownRows(IN_TURN, inTurn));
    return rows.toArray(Comparison[]::new);
  }

  private static List<Comparison> shownRows(Policy policy, Peak peak) {
    return List.of(
        PaperValue.of(policy.name() + ": instances at their peak", 114, ANOTHER_RUN)
            .beside(peak.instances()),
        PaperValue.of(policy.name() + ": that divided by the ideal", PRINTED_SHARE, WHY_FEWER)
            .beside(peak.share()),
        PaperValue.of(policy.name() + ": steps after the load's peak", 4, ANOTHER_RUN)
            .beside(peak.lag()));
  }

  private static Comparison[] allRows(Map<Policy, List<Peak>> peaks) {
    var rows = new ArrayList<Comparison>();
    rows.add(
        PaperValue.of(
                "greatest load, median",
                ScalingSetup.PRINTED_PEAK,
                "With 1,000 seeds it is the printed one, by the choice of the step size.")
            .beside(median(of(BY_CHANCE, peaks), Peak::load)));
    peaks.forEach(
        (policy, ofSeeds) -> {
          rows.add(
              PaperValue.of(
                      policy.name() + ": peak of the instances divided by the ideal, median",
                      PRINTED_SHARE,
                      WHY_FEWER)
                  .beside(median(ofSeeds, Peak::share)));
          rows.add(
              PaperValue.of(
                      policy.name() + ": steps after the load's peak, median",
                      4,
                      "The paper shows one run.")
                  .beside(median(ofSeeds, Peak::lag)));
          double within =
              100.0 * ofSeeds.stream().filter(Peak::isWithinFivePercent).count() / ofSeeds.size();
          rows.add(
              new Comparison(
                  policy.name() + ": " + WITHIN,
                  Measure.text("the one run shown"),
                  Measure.of(within, "%"),
                  "The paper shows one run."));
        });
    return rows.toArray(Comparison[]::new);
  }

  private static double median(List<Peak> peaks, Function<Peak, Number> what) {
    return Statistics.quantile(peaks.stream().map(what).toList(), 0.5);
  }
}
