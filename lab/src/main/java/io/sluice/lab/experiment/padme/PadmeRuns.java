package io.sluice.lab.experiment.padme;

import io.sluice.lab.experiment.Grid;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Point;
import io.sluice.lab.report.page.Csv;
import io.sluice.lab.simulate.Nanos;
import io.sluice.protocol.priority.Models;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * Runs of the paper's tree in all sixteen configurations, and of a central server, each with both
 * transmission times.
 *
 * @param padme for each cell the runs in the order of the seeds
 * @param central the same for a server, by transmission time
 */
record PadmeRuns(Map<Cell, List<PadmeRun>> padme, Map<Long, List<PadmeRun>> central) {

  /** One configuration with one transmission time. */
  record Cell(Models models, long transmission) {}

  /** The names of the levels, from the root down, and how many participants each has. */
  static final List<String> LEVELS = List.of("high", "medium", "low");

  static final List<Integer> OF_LEVEL = List.of(1, 2, 4);

  static PadmeRuns of(String name, int seeds, Options options, Progress progress) {
    var cells = new ArrayList<Cell>();
    for (long transmission : PadmeSetup.TRANSMISSIONS) {
      Models.ALL.forEach(models -> cells.add(new Cell(models, transmission)));
    }
    var padme =
        Grid.run(
            name,
            cells,
            _ -> seeds,
            (cell, seed) -> PadmeSetup.of(cell.transmission).run(cell.models, seed, options),
            options,
            progress.part(0, 0.9));
    var central =
        Grid.run(
            name,
            PadmeSetup.TRANSMISSIONS,
            _ -> seeds,
            (transmission, seed) -> PadmeSetup.of(transmission).runCentral(seed, options),
            options,
            progress.part(0.9, 1));
    return new PadmeRuns(padme, central);
  }

  List<PadmeRun> of(Models models, long transmission) {
    return Objects.requireNonNull(padme.get(new Cell(models, transmission)));
  }

  Statistics of(Models models, long transmission, ToDoubleFunction<PadmeRun> what) {
    return measure(of(models, transmission), what);
  }

  Statistics of(String letters, long transmission, ToDoubleFunction<PadmeRun> what) {
    return of(Models.of(letters), transmission, what);
  }

  Statistics ofCentral(long transmission, ToDoubleFunction<PadmeRun> what) {
    return measure(Objects.requireNonNull(central.get(transmission)), what);
  }

  static Statistics measure(List<PadmeRun> runs, ToDoubleFunction<PadmeRun> what) {
    return Statistics.of(runs.stream().map(what::applyAsDouble).toList());
  }

  /** An axis with all configurations. */
  static Axis axis() {
    return Axis.named(
        "Priority, Request, Reply, Release", Models.ALL.stream().map(Models::letters).toList());
  }

  /** One measure of all configurations, for {@link #axis}. */
  List<Point> points(long transmission, ToDoubleFunction<PadmeRun> what) {
    var points = new ArrayList<Point>();
    for (var models : Models.ALL) {
      points.add(of(models, transmission, what).at(points.size() + 1));
    }
    return points;
  }

  /** A horizontal line across all configurations. */
  static List<Point> level(double value) {
    return List.of(Point.of(0.5, value), Point.of(Models.ALL.size() + 0.5, value));
  }

  Csv csv(long transmission) {
    var csv =
        Csv.withColumns(
            "configuration",
            "t_m",
            "entries",
            "high",
            "medium",
            "low",
            "back_to_back",
            "inversions",
            "overtakings",
            "mean_wait_high_s",
            "mean_wait_medium_s",
            "mean_wait_low_s",
            "synchronisation_delay_s",
            "messages_per_entry");
    for (var models : Models.ALL) {
      addRow(csv, models.letters(), transmission, of(models, transmission));
    }
    addRow(csv, "central", transmission, Objects.requireNonNull(central.get(transmission)));
    return csv;
  }

  private static void addRow(Csv csv, String name, long transmission, List<PadmeRun> runs) {
    csv.row(
        name,
        Nanos.format(transmission),
        measure(runs, PadmeRun::entries).mean(),
        measure(runs, run -> run.entries(0)).mean(),
        measure(runs, run -> run.entries(1)).mean(),
        measure(runs, run -> run.entries(2)).mean(),
        measure(runs, PadmeRun::backToBack).mean(),
        measure(runs, PadmeRun::inversions).mean(),
        measure(runs, PadmeRun::overtakings).mean(),
        measure(runs, run -> run.levels().get(0).meanWait()).mean(),
        measure(runs, run -> run.levels().get(1).meanWait()).mean(),
        measure(runs, run -> run.levels().get(2).meanWait()).mean(),
        measure(runs, PadmeRun::synchronisationDelay).mean(),
        measure(runs, PadmeRun::messagesPerEntry).mean());
  }
}
