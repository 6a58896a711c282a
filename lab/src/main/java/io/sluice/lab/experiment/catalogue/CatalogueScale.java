package io.sluice.lab.experiment.catalogue;

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
import io.sluice.lab.report.page.Csv;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Section;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Messages per entry for up to a million nodes, and the laws that they follow. */
public final class CatalogueScale implements Experiment {

  private static final int SEEDS = 3;

  /**
   * One: a mean over thousands of entries hardly differs between seeds, and a million nodes take
   * long.
   */
  private static final int SEEDS_BEYOND = 1;

  private static final int FEW = 10_000;

  private static final List<Integer> SIZES = List.of(10, 100, 1000, 10_000, 100_000, 1_000_000);

  /** Below this size the law is not yet a straight line. */
  private static final int FIT_FROM = 100;

  private record Cell(ScaleCurve curve, int nodes) {}

  private record Line(ScaleCurve curve, List<Point> points) {}

  private final int limit;

  public CatalogueScale() {
    this(SIZES.getLast());
  }

  /** The same with at most {@code limit} nodes. */
  CatalogueScale(int limit) {
    this.limit = limit;
  }

  @Override
  public String name() {
    return "catalogue-scale";
  }

  @Override
  public String title() {
    return "The catalogue: messages per entry for up to a million nodes";
  }

  @Override
  public String summary() {
    return "counts the messages per entry of the protocols whose cost grows slowly, for 10 to"
        + " 1,000,000 nodes, and fits their laws";
  }

  @Override
  public Experiment quick() {
    return new CatalogueScale(1000);
  }

  @Override
  public Section run(Options options, Progress progress) {
    int seeds = options.seedsOr(SEEDS);
    var cells = new ArrayList<Cell>();
    for (var curve : ScaleCurve.ALL) {
      SIZES.stream().filter(n -> n <= limit).forEach(n -> cells.add(new Cell(curve, n)));
    }
    cells.sort(
        Comparator.comparingInt(Cell::nodes).thenComparingInt(c -> c.curve.warmUp()).reversed());
    var means =
        Grid.run(
            name(),
            cells,
            cell -> cell.nodes <= FEW ? seeds : SEEDS_BEYOND,
            (cell, seed) -> cell.curve.messagesPerEntry(cell.nodes, seed, options),
            options,
            progress);
    var lines =
        ScaleCurve.ALL.stream()
            .map(
                curve ->
                    new Line(
                        curve,
                        means.entrySet().stream()
                            .filter(entry -> entry.getKey().curve.equals(curve))
                            .map(entry -> Statistics.of(entry.getValue()).at(entry.getKey().nodes))
                            .sorted(Comparator.comparingDouble(Point::x))
                            .toList()))
            .toList();
    return section(lines, seeds);
  }

  private Section section(List<Line> lines, int seeds) {
    var section =
        Section.named(name(), title())
            .about(
                "A coordinator costs O(1) messages per entry, path reversal and trees O(log"
                    + " n), voting sets O(√n). The curves show it, and least-squares fits give the"
                    + " constants.")
            .parameter("N", "10 to %,d, times ten".formatted(limit), "ours")
            .parameter(
                "requests",
                "random nodes, one at a time; about 2,000 entries (naimi-trehel 4,000,"
                    + " maekawa 30)",
                "ours")
            .parameter(
                "warm-up",
                "naimi-trehel: one and a half times as many random entries as nodes, each"
                    + " node at least once",
                "ours: its first tree is a star, cheaper than any that follows")
            .parameter("seeds", "%d, beyond %,d nodes 1".formatted(seeds, FEW), "ours")
            .figure(
                new Figure.Plot(
                    chart(lines),
                    csv(lines),
                    "Mean over requests of random nodes. On logarithmic axes a power law is a"
                        + " straight line whose slope is the exponent; a logarithm bends down."))
            .expect("The laws", comparisons(lines));
    lines.forEach(line -> section.note(law(line.curve.name(), line.points)));
    section.note(
        "naimi-trehel: once the tree is in balance the mean is the harmonic number of N−1,"
            + " which grows by ln 2 when N doubles. One round of requests leaves it 1 to 2 % below"
            + " that for large N; more rounds would take too long. token-queue is left out: without"
            + " competition it sends the same messages as naimi-trehel.");
    return section.build();
  }

  private Chart chart(List<Line> lines) {
    var chart =
        Chart.named(name())
            .title("Messages per entry without competition")
            .description("One flat line, three that grow slowly, and one of slope one half.")
            .x(Axis.log("nodes, N"))
            .y(Axis.log("messages per entry"));
    lines.forEach(line -> chart.add(Series.line(line.curve.name(), line.points)));
    return chart.build();
  }

  private static Csv csv(List<Line> lines) {
    var csv = Csv.withColumns("algorithm", "nodes", "messages_per_entry", "min", "max");
    for (var line : lines) {
      line.points.forEach(p -> csv.row(line.curve.name(), (int) p.x(), p.y(), p.low(), p.high()));
    }
    return csv;
  }

  private static Comparison[] comparisons(List<Line> lines) {
    return lines.stream()
        .map(
            line -> {
              var curve = line.curve;
              var own = line.points;
              return switch (curve.growth()) {
                case CONSTANT ->
                    PaperValue.of(curve.name() + ": messages per entry", 3, "Not constant.")
                        .beside(own.getLast().y());
                case LOGARITHM ->
                    PaperValue.of(
                            curve.name() + ": additional messages when N doubles",
                            curve.perDoubling(),
                            "The law holds for large N; the smaller sizes affect the fit.")
                        .beside(logarithm(own).slope());
                case ROOT ->
                    PaperValue.of(
                            curve.name() + ": exponent of N",
                            0.5,
                            "A grid's voting sets have 2√N−1 members, one of which is the"
                                + " node itself: for small N that makes the curve steeper.")
                        .beside(power(own).slope());
              };
            })
        .toArray(Comparison[]::new);
  }

  private static String law(String name, List<Point> points) {
    var power = power(points);
    return String.format(
        Locale.ROOT,
        "%s: messages = %s; as a power law, N to the %.3f (R² = %.5f).",
        name,
        logarithm(points).formula("log2 N"),
        Math.round(power.slope() * 1000) / 1000.0 + 0.0, // No minus before a zero.
        power.rSquared());
  }

  /** The cost over log2 N as a straight line. */
  static Fit logarithm(List<Point> points) {
    return Fit.linear(
        large(points).stream().map(p -> Point.of(Math.log(p.x()) / Math.log(2), p.y())).toList());
  }

  static Fit power(List<Point> points) {
    return Fit.power(large(points));
  }

  private static List<Point> large(List<Point> points) {
    return points.stream().filter(p -> p.x() >= FIT_FROM).toList();
  }
}
