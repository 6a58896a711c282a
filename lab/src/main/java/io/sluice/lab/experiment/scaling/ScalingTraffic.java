package io.sluice.lab.experiment.scaling;

import static io.sluice.lab.experiment.scaling.ScalingSetup.BY_CHANCE;
import static io.sluice.lab.experiment.scaling.ScalingSetup.IN_TURN;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Fit;
import io.sluice.lab.experiment.Grid;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.PaperValue;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Point;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.page.Comparison;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Section;
import io.sluice.protocol.scaling.Policy;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** Fig. 6: messages against instances while the load only grows; and what the guard adds. */
public final class ScalingTraffic implements Experiment {

  private static final int SEEDS = 10;

  /** From 35 instances to about a thousand. */
  private static final int STEPS = 115;

  private static final double GROWTH = 1.03;
  private static final int FIT_FROM = 100;

  private static final String GROWS = "3 % a step for " + STEPS + " steps";

  @Override
  public String name() {
    return "scaling-traffic";
  }

  @Override
  public String title() {
    return "Decentralised scaling: messages";
  }

  @Override
  public String summary() {
    return "counts the messages of a pipeline whose load grows (Fig. 6), of single"
        + " duplications, and what the guard adds";
  }

  @Override
  public Section run(Options options, Progress progress) {
    int seeds = options.seedsOr(SEEDS);
    var grown =
        Grid.run(
            name(),
            ScalingSetup.POLICIES,
            _ -> seeds,
            (policy, seed) -> periods(policy, seed),
            options,
            progress.part(0, 0.2));
    var replays =
        Grid.run(
            "the guard",
            ScalingCosts.cells(),
            _ -> seeds,
            (cell, seed) -> ScalingCosts.replay(cell, seed, options),
            options,
            progress.part(0.2, 1));
    var byChance = mean(BY_CHANCE, grown);
    var inTurn = mean(IN_TURN, grown);
    var section =
        Section.named(name(), title())
            .paper(
                "A duplication costs 2(|succs| + |preds|) + 1 messages, and k of them by n"
                    + " instances 2 min(k, n)(|succs| + |preds|) + k. While the load grows, the"
                    + " number of instances to add is a share of the existing ones, and so is the"
                    + " number of neighbours to notify: Fig. 6 finds the traffic quadratic in the"
                    + " number of instances.");
    ScalingSetup.describe(section, seeds)
        .parameter(
            "load",
            GROWS + ", each operator a step ahead of the last",
            "ours; the paper's grows too")
        .parameter(
            "delays of messages",
            "exponential, with a mean of 0.1 or of 1 step, FIFO, where the protocols run",
            "one step in the paper; chance is ours");
    section
        .figure(
            Figure.of(
                chart(grown),
                "Fig. 6. Messages in a period of 5 steps, against the instances at its"
                    + " beginning: mean over the seeds, with a band from the smallest to the"
                    + " largest."))
        .compare("The law (Fig. 6)", laws(byChance, inTurn))
        .expect(
            "Single duplications, three operators of 7 instances, without the guard's messages",
            ScalingCosts.formulas(options))
        .table(ScalingCosts.table(replays))
        .note("Quadratic fit, by chance: " + Fit.quadratic(byChance).formula("n") + ".")
        .note("Linear fit, in turn: " + Fit.linear(inTurn).formula("n") + ".")
        .note(
            "\"In turn\" is not quadratic, because one instance starts all the new instances"
                + " of its operator and announces them together: 2(|succs| + |preds|) + k messages"
                + " instead of 2 min(k, n)(|succs| + |preds|) + k. These messages carry as many"
                + " names as before, since every neighbour must learn of every new instance. An"
                + " instance that is deleted still notifies all neighbours itself, so a falling"
                + " load stays quadratic.")
        .note(
            "The guard: the orders are those that the policy gave in discrete time, so an"
                + " order to an instance that is still carrying out its last one, or has not"
                + " started yet, is lost. Means are over the changes carried out. A run without a"
                + " guard ends with its first message to a deleted instance; wrong routing tables"
                + " are found at the end.")
        .note(
            "scaling-by-operator fails in a search of two operators (see its page), but"
                + " rarely in runs: an instance must be deleted between the sending of a notice and"
                + " its arrival.");
    return section.build();
  }

  /** For each period: the instances at its beginning, and its messages. */
  private static List<Point> periods(Policy policy, long seed) {
    var loads = IntStream.range(0, STEPS).mapToObj(ScalingTraffic::loads).toList();
    var run = ScalingSetup.run(policy, loads, seed);
    // In the first periods the load has not reached the threshold yet.
    return IntStream.iterate(
            2 * ScalingSetup.PERIOD, from -> from < STEPS, from -> from + ScalingSetup.PERIOD)
        .mapToObj(from -> period(run, from))
        .toList();
  }

  /** Each operator is a step ahead of the previous one, so that not all act at the same time. */
  private static List<Double> loads(int step) {
    return IntStream.range(0, ScalingSetup.OPERATORS)
        .mapToObj(operator -> ScalingSetup.START * StrictMath.pow(GROWTH, step + operator))
        .toList();
  }

  private static Point period(ScalingRun run, int from) {
    int messages = IntStream.range(from, from + ScalingSetup.PERIOD).map(run::messages).sum();
    return Point.of(run.instances(from), messages);
  }

  /** Period by period, the mean over the seeds. */
  private static List<Point> mean(Policy policy, Map<Policy, List<List<Point>>> grown) {
    var seeds = Objects.requireNonNull(grown.get(policy));
    return IntStream.range(0, seeds.getFirst().size())
        .mapToObj(
            period -> {
              var points = seeds.stream().map(seed -> seed.get(period)).toList();
              var instances = Statistics.of(points.stream().map(Point::x).toList());
              return Statistics.of(points.stream().map(Point::y).toList()).at(instances.mean());
            })
        .toList();
  }

  static List<Point> mean(Policy policy, int seeds) {
    var all = IntStream.rangeClosed(1, seeds).mapToObj(seed -> periods(policy, seed)).toList();
    return mean(policy, Map.of(policy, all));
  }

  private Chart chart(Map<Policy, List<List<Point>>> grown) {
    var chart =
        Chart.named(name())
            .title("Messages per period, while the load grows by 3 % a step")
            .description(
                "Two curves that bend upwards, and a nearly straight one far below" + " them.")
            .x(Axis.linear("instances"))
            .y(Axis.linear("messages in 5 steps"));
    ScalingSetup.POLICIES.forEach(
        policy -> chart.add(Series.line(policy.name(), mean(policy, grown))));
    return chart.build();
  }

  /** Small pipelines change by whole instances, which hides the law. */
  static Fit power(List<Point> points) {
    return Fit.power(points.stream().filter(point -> point.x() >= FIT_FROM).toList());
  }

  private static Comparison[] laws(List<Point> byChance, List<Point> inTurn) {
    return new Comparison[] {
      PaperValue.of(
              "by chance: exponent of n in the messages",
              2,
              "Small pipelines add whole instances, which is more than the exact share.")
          .beside(power(byChance).slope()),
      PaperValue.of(
              "in turn: exponent of n in the messages",
              2,
              "One announcement for all new instances of an operator: as many messages as"
                  + " neighbours.")
          .beside(power(inTurn).slope()),
    };
  }
}
