package io.sluice.lab.experiment.padme;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Grid;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Point;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.page.Csv;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Measure;
import io.sluice.lab.report.page.Section;
import io.sluice.lab.report.page.Table;
import io.sluice.lab.simulate.Chance;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Fault;
import io.sluice.lab.simulate.Faults;
import io.sluice.lab.simulate.Nanos;
import io.sluice.protocol.priority.Models;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * What a crash in the middle of a run costs, by the place of the crashed participant in the tree.
 */
public final class PadmeFaults implements Experiment {

  private static final int PARTICIPANTS = 15;
  private static final long TRANSMISSION = Nanos.parse("500ms");
  private static final long EARLIEST = Nanos.parse("100s");
  private static final long LATEST = Nanos.parse("260s");

  /** How long after a crash each survivor detects it. */
  private static final Delay DETECTION = Delay.millis(1000, 3000);

  /** Which participants crash. */
  private enum Crashed {
    NONE,
    LEAF,
    INNER,
    ROOT,
    /** The root, the next root, and an inner participant. */
    THREE;

    private List<Integer> nodes() {
      return switch (this) {
        case NONE -> List.of();
        case LEAF -> List.of(PARTICIPANTS - 1);
        case INNER -> List.of(1);
        case ROOT -> List.of(0);
        case THREE -> List.of(0, 1, 5);
      };
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Crashes at moments that depend on the seed, so that the token is in different places. */
    Faults faults(long seed) {
      var chance = new Chance(seed, 0);
      var faults = Faults.NONE.detectedAfter(DETECTION);
      for (int node : nodes()) {
        long at = EARLIEST + chance.below(LATEST - EARLIEST);
        faults = faults.with(new Fault.Crash(at, node));
      }
      return faults;
    }
  }

  private record Cell(Models models, Crashed crashed) {}

  @Override
  public String name() {
    return "padme-faults";
  }

  @Override
  public String title() {
    return "PADME: crashes";
  }

  @Override
  public String summary() {
    return "measures what a crash of a leaf, an inner participant or the root costs, in all"
        + " sixteen configurations";
  }

  @Override
  public Section run(Options options, Progress progress) {
    int seeds = options.seedsOr(2 * PadmeSetup.SEEDS);
    var cells = new ArrayList<Cell>();
    for (var crashed : Crashed.values()) {
      Models.ALL.forEach(models -> cells.add(new Cell(models, crashed)));
    }
    var setup = new PadmeSetup(PARTICIPANTS, TRANSMISSION, 0, PadmeSetup.LENGTH);
    var runs =
        Grid.run(
            name(),
            cells,
            _ -> seeds,
            (cell, seed) -> setup.run(cell.models, cell.crashed.faults(seed), seed, options),
            options,
            progress);
    return section(runs, seeds);
  }

  private Section section(Map<Cell, List<PadmeRun>> runs, int seeds) {
    var section =
        Section.named(name(), title())
            .about(
                "Section 3.3 says what to do when a parent, a child or the root crashes, but"
                    + " measures none of it.")
            .parameter("participants", "15 in a complete binary tree", "ours")
            .parameter("t_m", "0.5 s", PadmeSetup.PAPER)
            .parameter("length of a run", "360 s", PadmeSetup.PAPER)
            .parameter("crashes", "at a random moment from 100 s to 260 s", "ours")
            .parameter(
                "detection", "each survivor detects a crash after 1 to 3 s, uniform", "ours");
    return PadmeSetup.describe(section, seeds)
        .figure(
            new Figure.Plot(
                chart(
                    "pause",
                    "Longest time without an entry",
                    "seconds",
                    runs,
                    PadmeRun::longestGap),
                csv(runs),
                "The longest time from an exit to the next entry in a run; mean over the"
                    + " seeds, whiskers from the smallest to the largest."))
        .figure(
            Figure.of(
                chart("entries", "Entries in 360 s", "entries", runs, PadmeRun::entries),
                "All entries. A crashed participant asks no more, which favours the others."))
        .figure(
            Figure.of(
                chart(
                    "messages",
                    "Messages per entry",
                    "messages per entry",
                    runs,
                    PadmeRun::messagesPerEntry),
                "All messages, including those of the recovery."))
        .table(pauses(runs))
        .note(
            "Without a crash, the longest pause is the longest path of the token, with Fair and"
                + " Forward. After a crash, the root waits until all survivors have detected it and"
                + " reported what they hold.")
        .note(
            "Every run was checked: mutual exclusion, rising fencing numbers, and no"
                + " participant that waits forever. A violation would have ended the experiment.")
        .build();
  }

  private Chart chart(
      String suffix,
      String title,
      String unit,
      Map<Cell, List<PadmeRun>> runs,
      ToDoubleFunction<PadmeRun> what) {
    var chart =
        Chart.named(name() + "-" + suffix)
            .title(title + ", by crashed participant")
            .description(
                "For each configuration a point for no crash, a leaf, an inner participant,"
                    + " the root, and three crashes.")
            .x(PadmeRuns.axis())
            .y(Axis.linear(unit));
    int series = 0;
    for (var crashed : Crashed.values()) {
      double aside = 0.13 * (series++ - 2);
      var points = new ArrayList<Point>();
      for (var models : Models.ALL) {
        // Side by side, so that equal values stay visible.
        double x = points.size() + 1 + aside;
        points.add(PadmeRuns.measure(of(runs, models, crashed), what).at(x));
      }
      chart.add(Series.points(crashed.label(), points));
    }
    return chart.build();
  }

  private static List<PadmeRun> of(Map<Cell, List<PadmeRun>> runs, Models models, Crashed crashed) {
    return Objects.requireNonNull(runs.get(new Cell(models, crashed)));
  }

  private static Csv csv(Map<Cell, List<PadmeRun>> runs) {
    var csv =
        Csv.withColumns(
            "configuration", "crashed", "entries", "longest_pause_s", "messages_per_entry");
    runs.forEach(
        (cell, ofCell) ->
            csv.row(
                cell.models.letters(),
                cell.crashed.label(),
                PadmeRuns.measure(ofCell, PadmeRun::entries).mean(),
                PadmeRuns.measure(ofCell, PadmeRun::longestGap).mean(),
                PadmeRuns.measure(ofCell, PadmeRun::messagesPerEntry).mean()));
    return csv;
  }

  private static Table pauses(Map<Cell, List<PadmeRun>> runs) {
    var table =
        Table.named(
            "The longest pause between an exit and the next entry, over all configurations",
            "crashed",
            "mean",
            "smallest",
            "largest");
    for (var crashed : Crashed.values()) {
      var all = Models.ALL.stream().flatMap(models -> of(runs, models, crashed).stream()).toList();
      var pauses = PadmeRuns.measure(all, PadmeRun::longestGap);
      table.row(
          crashed.label(),
          List.of(
              Measure.of(pauses.mean(), "s"),
              Measure.of(pauses.min(), "s"),
              Measure.of(pauses.max(), "s")));
    }
    return table.build();
  }
}
