package io.sluice.lab.experiment.gme;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Fit;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.PaperValue;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Runner;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.gme.GmeWaits.Cell;
import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Panels;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.page.Comparison;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Measure;
import io.sluice.lab.report.page.Section;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Fig. 8 to 10: the time from a request to its grant, against the time P between two requests. */
public final class GmeLatency implements Experiment {

  private static final int SEEDS = 3;

  private static final String FIRST_COME =
      "First come, first served between the groups makes many small sessions, and a node"
          + " waits for all sessions before its own.";

  /** The times inside, in seconds. */
  private final List<Integer> holds;

  /** The steps of P, in tenths of the time inside. */
  private final int step;

  private final int ownSeeds;
  private final List<GmeAlgorithm> algorithms;

  public GmeLatency() {
    this(List.of(1, 2, 5));
  }

  /** The same with other times inside. */
  GmeLatency(List<Integer> holds) {
    this(GmeAlgorithm.ALL, holds, 1, SEEDS);
  }

  private GmeLatency(List<GmeAlgorithm> algorithms, List<Integer> holds, int step, int ownSeeds) {
    this.algorithms = algorithms;
    this.holds = List.copyOf(holds);
    this.step = step;
    this.ownSeeds = ownSeeds;
  }

  @Override
  public String name() {
    return "gme-latency";
  }

  @Override
  public String title() {
    return "Group mutual exclusion: latency";
  }

  @Override
  public String summary() {
    return "measures how long 12 nodes wait, against the time between two requests (Fig. 8 to 10)";
  }

  @Override
  public Optional<Experiment> forLiveNodes() {
    return Optional.of(new GmeLatency(GmeAlgorithm.PAPERS_AND_FORKS, List.of(1), 2, 1));
  }

  @Override
  public Experiment quick() {
    return new GmeLatency(List.of(1));
  }

  @Override
  public Section run(Options options, Progress progress) {
    int seeds = options.seedsOr(ownSeeds);
    var waits = GmeWaits.measure(name(), algorithms, holds, step, seeds, options, progress);
    var section = describe(seeds, options);
    return section
        .figure(
            new Figure.Multiples(
                panels(waits),
                waits.csv(algorithms),
                "Mean wait; bands: smallest to largest mean of the seeds."))
        .figure(
            Figure.of(
                sideBySide(waits),
                "All algorithms on a logarithmic axis, which shows the flat part; inCS = 1 s."))
        .compare(
            "The falling part: P from 0 to inCS (Fig. 8 to 10)",
            compare(algorithm -> falling(algorithm, waits)))
        .compare(
            "The flat part: P from inCS to 2 inCS (Fig. 8 to 10)",
            compare(algorithm -> flat(algorithm, waits, options.runner())))
        .note(
            "A wait in the flat part is only the time of messages, so it depends on the"
                + " links. The paper's messages go through a Kafka broker; ours: "
                + options.runner().links()
                + ". The shape can be compared, the milliseconds cannot.")
        .note(besideForks(waits))
        .build();
  }

  private Section.Builder describe(int seeds, Options options) {
    var section =
        Section.named(name(), title())
            .paper(
                "Twelve nodes, six in each group, enter 25 times each; the waits of the last 20"
                    + " are averaged. With 2-FGME (Fig. 8) and RA2 (Fig. 9) the wait falls linearly"
                    + " until P = inCS and stays at about 13 ms from there on; with RA1 (Fig. 10)"
                    + " it is higher and varies more.")
            .parameter("nodes", "12: 6 against 6", GmeSetup.PAPER)
            .parameter("entries", "25 for each node, the first 5 not measured", GmeSetup.PAPER)
            .parameter(
                "inCS",
                holds.stream().map(hold -> hold + " s").collect(Collectors.joining(", ")),
                GmeSetup.PAPER)
            .parameter(
                "P",
                "0 to 2 inCS in steps of 0.%d inCS".formatted(step),
                "the paper's range, our step");
    return GmeSetup.describe(
        section,
        algorithms,
        seeds,
        seeds == SEEDS ? GmeSetup.PAPER : "ours; the paper has 3",
        options);
  }

  private Panels panels(GmeWaits waits) {
    return new Panels(
        name(),
        "Mean wait against P in units of inCS (12 nodes)",
        "For each algorithm, the wait falls as P grows to inCS.",
        algorithms.stream().map(algorithm -> chart(algorithm, waits)).toList());
  }

  private Chart chart(GmeAlgorithm algorithm, GmeWaits waits) {
    var chart =
        Chart.named(name() + "-" + algorithm.slug())
            .title(algorithm.label())
            .x(Axis.linear("P / inCS"))
            .y(Axis.log("mean wait (s)"));
    for (int hold : holds) {
      var points =
          waits.cells(algorithm, hold).stream()
              .map(cell -> waits.seconds(cell).at(cell.think() / hold))
              .toList();
      chart.add(Series.line("inCS = " + hold + " s", points));
    }
    return chart.build();
  }

  private Chart sideBySide(GmeWaits waits) {
    var chart =
        Chart.named(name() + "-all")
            .title("Mean wait against P, all algorithms (12 nodes, inCS = 1 s)")
            .description(
                "From P = inCS on the wait is a few message times, except where sessions are small.")
            .x(Axis.linear("P / inCS"))
            .y(Axis.log("mean wait (s)"));
    for (var algorithm : algorithms) {
      var points =
          waits.cells(algorithm, 1).stream()
              .map(cell -> waits.seconds(cell).at(cell.think()))
              .toList();
      chart.add(Series.line(algorithm.label(), points));
    }
    return chart.build();
  }

  private Comparison[] compare(Function<GmeAlgorithm, Comparison> row) {
    return algorithms.stream().map(row).toArray(Comparison[]::new);
  }

  private static Comparison falling(GmeAlgorithm algorithm, GmeWaits waits) {
    var whole = waits.fall(algorithm, 0);
    return new PaperValue(
            quantity(algorithm, "slope"),
            new Measure("falls linearly", OptionalDouble.of(1)),
            switch (algorithm) {
              case RA1 ->
                  "The number of small sessions that RA1 repeats depends on the order of the"
                      + " first requests, so the seeds differ widely.";
              case ROOMS -> FIRST_COME;
              case TWO_FGME, RA2, FORKS, ROOMS_ADMITTING ->
                  "At P = 0 a few nodes of the group that releases ask again at once and"
                      + " enter once more before the other group, which waits for another inCS."
                      + " Without P = 0 the slope is "
                      + text(waits.fall(algorithm, 1))
                      + ".";
            })
        .beside(new Measure(text(whole), OptionalDouble.of(worst(whole))));
  }

  /** The slopes for all times inside, and how well the worst line fits. */
  private static String text(List<Fit> fits) {
    var slopes =
        fits.stream()
            .map(fit -> String.format(Locale.ROOT, "%.2f", fit.slope()).replace('-', '−'))
            .distinct()
            .collect(Collectors.joining(", "));
    return slopes + String.format(Locale.ROOT, " (R² at least %.3f)", worst(fits));
  }

  private static double worst(List<Fit> fits) {
    return fits.stream().mapToDouble(Fit::rSquared).min().orElseThrow();
  }

  private static Comparison flat(GmeAlgorithm algorithm, GmeWaits waits, Runner runner) {
    var millis = waits.flat(algorithm);
    String range =
        String.format(Locale.ROOT, "Between %,.1f and %,.1f ms. ", millis.min(), millis.max())
            + realTime(millis, runner);
    return new Comparison(
        quantity(algorithm, "mean wait"),
        algorithm == GmeAlgorithm.RA1 ? Measure.text("higher") : Measure.of(13, "ms"),
        new Measure(
            String.format(Locale.ROOT, "%,.1f ms", millis.mean()),
            OptionalDouble.of(millis.mean())),
        range
            + switch (algorithm) {
              case RA1 ->
                  "Not flat: with constant times, RA1 repeats one cycle of small sessions,"
                      + " and a node waits for the whole cycle less P.";
              case ROOMS -> "Not flat. " + FIRST_COME;
              case TWO_FGME, RA2, FORKS, ROOMS_ADMITTING -> "Message times only: see the notes.";
            });
  }

  /** The wait on the real clock: scaling the plan does not scale the messages. */
  private static String realTime(Statistics millis, Runner runner) {
    return runner.scale() == 1
        ? ""
        : String.format(
            Locale.ROOT,
            "On the real clock %,.1f ms, between %,.1f and %,.1f. ",
            runner.realTime(millis.mean()),
            runner.realTime(millis.min()),
            runner.realTime(millis.max()));
  }

  /** The paper has no value for ours, so ours is compared with the paper's 2-FGME. */
  private static String quantity(GmeAlgorithm algorithm, String what) {
    return switch (algorithm) {
      case TWO_FGME, RA2, RA1 -> algorithm.label() + ": " + what;
      case FORKS, ROOMS, ROOMS_ADMITTING ->
          algorithm.label() + ", against 2-FGME as printed: " + what;
    };
  }

  private String besideForks(GmeWaits waits) {
    var beside =
        Stream.of(
                GmeAlgorithm.FORKS,
                GmeAlgorithm.ROOMS_ADMITTING,
                GmeAlgorithm.TWO_FGME,
                GmeAlgorithm.RA2)
            .filter(algorithms::contains)
            .map(
                algorithm ->
                    String.format(
                        Locale.ROOT,
                        "%s %.1f ms and %.2f s",
                        algorithm.label(),
                        waits.flat(algorithm).mean(),
                        restless(algorithm, waits)))
            .collect(Collectors.joining("; "));
    return "The mean wait from P = inCS on, and at P = 0 and inCS = 1 s: " + beside + ".";
  }

  /** The mean wait of nodes that ask again at once. */
  private static double restless(GmeAlgorithm algorithm, GmeWaits waits) {
    return waits.seconds(new Cell(algorithm, 1, 0)).mean();
  }
}
