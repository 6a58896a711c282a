package io.sluice.lab.experiment.gme;

import io.sluice.lab.experiment.Fit;
import io.sluice.lab.experiment.Grid;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.Trial;
import io.sluice.lab.report.page.Csv;
import io.sluice.lab.simulate.Nanos;
import io.sluice.lab.simulate.Waits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How long the nodes wait, over P.
 *
 * @param byCell for each cell the waits of each run
 */
record GmeWaits(Map<Cell, List<Run>> byCell) {

  private static final int NODES = 12;
  private static final int ENTRIES = 25;
  private static final int UNMEASURED = 5;

  /** P is varied in steps of a tenth of the time inside. */
  private static final int TENTHS = 10;

  /**
   * One algorithm at one point.
   *
   * @param hold the time inside, in seconds
   * @param tenths the time P between two requests, in tenths of the time inside
   */
  record Cell(GmeAlgorithm algorithm, int hold, int tenths) {

    /** The time P between two requests, in seconds. */
    double think() {
      return (double) hold * tenths / TENTHS;
    }

    /** Whether sessions are small, so that a node waits for many of them. */
    private boolean takesLong() {
      return algorithm == GmeAlgorithm.RA1 || algorithm == GmeAlgorithm.ROOMS;
    }

    private GmeSetup setup() {
      long inside = Nanos.parse(hold + "s");
      return GmeSetup.of(NODES, ENTRIES, inside / TENTHS * tenths, inside);
    }
  }

  /** One run's waits in milliseconds. */
  record Run(double mean, double deviation) {
    static Run of(Waits waits) {
      return new Run(waits.meanMillis(), waits.histogram().getStdDeviation() / 1e6);
    }
  }

  /**
   * Measures the algorithms for each time inside, in seconds, at all values of P.
   *
   * @param step the steps of P, in tenths of the time inside
   */
  static GmeWaits measure(
      String name,
      List<GmeAlgorithm> algorithms,
      List<Integer> holds,
      int step,
      int seeds,
      Options options,
      Progress progress) {
    var cells = new ArrayList<Cell>();
    for (var algorithm : algorithms) {
      for (int hold : holds) {
        for (int tenths = 0; tenths <= 2 * TENTHS; tenths += step) {
          cells.add(new Cell(algorithm, hold, tenths));
        }
      }
    }
    cells.sort(Comparator.comparing(Cell::takesLong).thenComparingDouble(Cell::think).reversed());
    return new GmeWaits(
        Grid.run(
            name, cells, _ -> seeds, (cell, seed) -> run(cell, seed, options), options, progress));
  }

  private static Run run(Cell cell, long seed, Options options) {
    var simulation = cell.setup().withoutFirst(UNMEASURED).simulation(cell.algorithm);
    return Run.of(Trial.runSound(simulation, seed, options).waits());
  }

  /** An algorithm's curve for one time inside. */
  List<Cell> cells(GmeAlgorithm algorithm, int hold) {
    return byCell.keySet().stream()
        .filter(cell -> cell.algorithm == algorithm && cell.hold == hold)
        .sorted(Comparator.comparingInt(Cell::tenths))
        .toList();
  }

  /** The times inside. */
  List<Integer> holds() {
    return byCell.keySet().stream().map(Cell::hold).distinct().sorted().toList();
  }

  /** The means of the runs. */
  Statistics millis(Cell cell) {
    return Statistics.of(runs(cell).map(Run::mean).toList());
  }

  Statistics seconds(Cell cell) {
    return Statistics.of(runs(cell).map(run -> run.mean / 1000).toList());
  }

  /**
   * For each time inside, a line fitted to the points where P does not exceed it, in seconds.
   *
   * @param from the first point, in tenths of the time inside
   */
  List<Fit> fall(GmeAlgorithm algorithm, int from) {
    return holds().stream().map(hold -> fall(algorithm, hold, from)).toList();
  }

  private Fit fall(GmeAlgorithm algorithm, int hold, int from) {
    return Fit.linear(
        cells(algorithm, hold).stream()
            .filter(cell -> cell.tenths >= from && cell.tenths <= TENTHS)
            .map(cell -> seconds(cell).at(cell.think()))
            .toList());
  }

  /** The means of all points where P is at least the time inside, in milliseconds. */
  Statistics flat(GmeAlgorithm algorithm) {
    return Statistics.of(
        holds().stream()
            .flatMap(hold -> cells(algorithm, hold).stream())
            .filter(cell -> cell.tenths >= TENTHS)
            .map(cell -> millis(cell).mean())
            .toList());
  }

  Csv csv(List<GmeAlgorithm> algorithms) {
    var csv =
        Csv.withColumns(
            "algorithm", "inCS (s)", "P (s)", "runs", "mean (ms)", "min", "max", "sd of a wait");
    for (var algorithm : algorithms) {
      for (int hold : holds()) {
        for (var cell : cells(algorithm, hold)) {
          var means = millis(cell);
          double deviation = runs(cell).mapToDouble(Run::deviation).average().orElseThrow();
          csv.row(
              algorithm.label(),
              hold,
              cell.think(),
              means.count(),
              means.mean(),
              means.min(),
              means.max(),
              deviation);
        }
      }
    }
    return csv;
  }

  private Stream<Run> runs(Cell cell) {
    var runs = byCell.get(cell);
    if (runs == null) {
      throw new IllegalArgumentException(cell + " was not measured");
    }
    return runs.stream();
  }
}
