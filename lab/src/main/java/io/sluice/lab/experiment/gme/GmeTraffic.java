package io.sluice.lab.experiment.gme;

import io.sluice.lab.experiment.Grid;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.PaperValue;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.Trial;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Point;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.page.Comparison;
import io.sluice.lab.report.page.Csv;
import io.sluice.lab.report.page.Measure;
import io.sluice.lab.simulate.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;

/**
 * How many messages each algorithm sends, over a parameter x.
 *
 * @param byCell in the order of the algorithms, then of x
 * @param seconds the simulated time until every node had all its entries
 */
record GmeTraffic(SortedMap<Cell, Statistics> byCell, SortedMap<Cell, Statistics> seconds) {

  /** One algorithm at one x. */
  record Cell(GmeAlgorithm algorithm, int x) implements Comparable<Cell> {
    private static final Comparator<Cell> ORDER =
        Comparator.comparing(Cell::algorithm).thenComparingInt(Cell::x);

    @Override
    public int compareTo(Cell other) {
      return ORDER.compare(this, other);
    }
  }

  /** A number of messages that the paper prints. */
  record PrintedCount(GmeAlgorithm algorithm, int x, double messages) {

    void mark(Chart.Builder chart) {
      chart.mark(x, messages, Measure.of(messages).text(), algorithm.label());
    }

    /** The paper's count beside ours. */
    Comparison beside(String variable, GmeTraffic traffic) {
      return PaperValue.of(
              "%s, %s = %d".formatted(algorithm.label(), variable, x), messages, why(algorithm))
          .beside(traffic.of(algorithm, x).mean());
    }
  }

  /** The messages that 2-FGME saves compared with RA2, as the paper counts them. */
  static Comparison saving(String variable, int x, double printed, GmeTraffic traffic) {
    double ours =
        100
            * (1
                - traffic.of(GmeAlgorithm.TWO_FGME, x).mean()
                    / traffic.of(GmeAlgorithm.RA2, x).mean());
    return new PaperValue(
            "2-FGME saves against RA2, %s = %d".formatted(variable, x),
            Measure.of(printed, "%"),
            "Follows from the counts above.")
        .beside(Measure.of(ours, "%"));
  }

  private static String why(GmeAlgorithm algorithm) {
    return switch (algorithm) {
      case TWO_FGME ->
          "Ours sends a Req, an Ack and an End for each competitor and entry; the printed"
              + " pseudo-code joins the End with an Ack that is due at the same moment.";
      case RA2 ->
          "The paper's counts differ among themselves: with 12 nodes 28.7 messages per entry"
              + " at y = 10 (Fig. 7), 24.0 at y = 18 and 26.4 at y = 50 (Fig. 6).";
      case RA1, FORKS, ROOMS, ROOMS_ADMITTING -> "";
    };
  }

  /** Counts the messages of every cell; the setup depends on x. */
  static GmeTraffic count(
      String name,
      List<Cell> cells,
      ToIntFunction<Cell> seeds,
      IntFunction<GmeSetup> setup,
      Options options,
      Progress progress) {
    cells.stream()
        .mapToInt(cell -> setup.apply(cell.x).nodes())
        .max()
        .ifPresent(options.runner()::expect);
    var outcomes =
        Grid.run(
            name,
            cells,
            seeds,
            (cell, seed) -> {
              var simulation = setup.apply(cell.x).simulation(cell.algorithm);
              return Trial.runSound(simulation, seed, options);
            },
            options,
            progress);
    return new GmeTraffic(
        measured(outcomes, Outcome::messages), measured(outcomes, Outcome::simulatedSeconds));
  }

  private static SortedMap<Cell, Statistics> measured(
      Map<Cell, List<Outcome>> outcomes, Function<Outcome, Number> what) {
    var byCell = new TreeMap<Cell, Statistics>();
    outcomes.forEach(
        (cell, ofSeeds) -> byCell.put(cell, Statistics.of(ofSeeds.stream().map(what).toList())));
    return byCell;
  }

  /** All algorithms at all values of x, the longest runs first. */
  static List<Cell> cells(List<GmeAlgorithm> algorithms, List<Integer> xs) {
    var cells = new ArrayList<Cell>();
    for (var algorithm : algorithms) {
      xs.forEach(x -> cells.add(new Cell(algorithm, x)));
    }
    cells.sort(Comparator.comparingInt(Cell::x).reversed());
    return cells;
  }

  /** The algorithms that were measured, in their order. */
  List<GmeAlgorithm> algorithms() {
    return byCell.keySet().stream().map(Cell::algorithm).distinct().toList();
  }

  Statistics of(GmeAlgorithm algorithm, int x) {
    return found(byCell, new Cell(algorithm, x));
  }

  Statistics seconds(GmeAlgorithm algorithm, int x) {
    return found(seconds, new Cell(algorithm, x));
  }

  private static Statistics found(SortedMap<Cell, Statistics> among, Cell cell) {
    var found = among.get(cell);
    if (found == null) {
      throw new IllegalArgumentException(cell.algorithm.label() + " was not measured at " + cell.x);
    }
    return found;
  }

  /** The values of x at which an algorithm was measured. */
  List<Integer> xs(GmeAlgorithm algorithm) {
    return byCell.keySet().stream()
        .filter(cell -> cell.algorithm == algorithm)
        .map(Cell::x)
        .toList();
  }

  /** The cells with an x up to this one. */
  GmeTraffic upTo(int x) {
    return new GmeTraffic(upTo(x, byCell), upTo(x, seconds));
  }

  private static SortedMap<Cell, Statistics> upTo(int x, SortedMap<Cell, Statistics> all) {
    var kept = new TreeMap<>(all);
    kept.keySet().removeIf(cell -> cell.x > x);
    return kept;
  }

  /** An algorithm's curve. */
  List<Point> points(GmeAlgorithm algorithm) {
    return byCell.entrySet().stream()
        .filter(entry -> entry.getKey().algorithm == algorithm)
        .map(entry -> entry.getValue().at(entry.getKey().x))
        .toList();
  }

  /** Draws the curve of every algorithm that was measured. */
  void drawOn(Chart.Builder chart) {
    for (var algorithm : algorithms()) {
      chart.add(Series.line(algorithm.label(), points(algorithm)));
    }
  }

  Csv csv(String x) {
    var csv = Csv.withColumns("algorithm", x, "runs", "mean", "min", "max", "sd", "seconds");
    byCell.forEach(
        (cell, messages) ->
            csv.row(
                cell.algorithm.label(),
                cell.x,
                messages.count(),
                messages.mean(),
                messages.min(),
                messages.max(),
                messages.deviation(),
                found(seconds, cell).mean()));
    return csv;
  }
}
