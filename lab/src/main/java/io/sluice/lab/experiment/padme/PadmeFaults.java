package io.sluice.lab.experiment.padme;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Grid;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Point;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.page.Comparison;
import io.sluice.lab.report.page.Csv;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Measure;
import io.sluice.lab.report.page.Section;
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

/** What a death in the middle of a run costs, by who dies. */
public final class PadmeFaults implements Experiment {

  private static final int PARTICIPANTS = 15;
  private static final long TRANSMISSION = Nanos.parse("500ms");
  private static final long EARLIEST = Nanos.parse("100s");
  private static final long LATEST = Nanos.parse("260s");

  /** Nobody knows of a death before anybody else by more than this allows. */
  private static final Delay DETECTION = Delay.millis(1000, 3000);

  /** Who dies. */
  private enum Victim {
    NOBODY,
    LEAF,
    INNER,
    ROOT,
    /** The root, the next root, and somebody inner. */
    THREE;

    private List<Integer> nodes() {
      return switch (this) {
        case NOBODY -> List.of();
        case LEAF -> List.of(PARTICIPANTS - 1);
        case INNER -> List.of(1);
        case ROOT -> List.of(0);
        case THREE -> List.of(0, 1, 5);
      };
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** At a moment that depends on the seed, so that the token is now here, now there. */
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

  private record Cell(Models models, Victim victim) {}

  @Override
  public String name() {
    return "padme-faults";
  }

  @Override
  public String title() {
    return "PADME: deaths";
  }

  @Override
  public String summary() {
    return "counts what is lost when a leaf, an inner participant or the root dies, in all sixteen"
        + " configurations";
  }

  @Override
  public Section run(Options options, Progress progress) {
    int seeds = options.seedsOr(2 * PadmeSetup.SEEDS);
    var cells = new ArrayList<Cell>();
    for (var victim : Victim.values()) {
      Models.ALL.forEach(models -> cells.add(new Cell(models, victim)));
    }
    var setup = new PadmeSetup(PARTICIPANTS, TRANSMISSION, 0, PadmeSetup.LENGTH);
    var runs =
        Grid.run(
            name(),
            cells,
            _ -> seeds,
            (cell, seed) -> setup.run(cell.models, cell.victim.faults(seed), seed, options),
            options,
            progress);
    return section(runs, seeds);
  }

  private Section section(Map<Cell, List<PadmeRun>> runs, int seeds) {
    var section =
        Section.named(name(), title())
            .paper(
                "Section 3.3 says what is to be done when a parent, a child or the root dies, and"
                    + " measures none of it.")
            .parameter("participants", "15 in a complete binary tree", "ours")
            .parameter("t_m", "0.5 s", PadmeSetup.PAPER)
            .parameter("length of a run", "360 s", PadmeSetup.PAPER)
            .parameter("deaths", "at a random moment from 100 s to 260 s", "ours")
            .parameter("detection", "each survivor knows after 1 to 3 s, uniform", "ours");
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
                "From an exit to the next entry, the longest of a run; mean over the seeds, with"
                    + " whiskers from the least to the greatest."))
        .figure(
            Figure.of(
                chart("entries", "Entries in 360 s", "entries", runs, PadmeRun::entries),
                "All entries. Who dies also asks no more, which favours the others."))
        .figure(
            Figure.of(
                chart(
                    "messages",
                    "Messages per entry",
                    "messages per entry",
                    runs,
                    PadmeRun::messagesPerEntry),
                "All messages, also those of the repair."))
        .compare("The pause that a death makes, mean over all configurations", pauses(runs))
        .note(
            "Every run was judged: nobody inside together with anybody, fencing numbers that only"
                + " grow, and nobody who waits for ever. A run that failed would have ended the"
                + " experiment.")
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
            .title(title + ", by who dies")
            .description(
                "For each configuration a point for nobody, a leaf, an inner one, the root.")
            .x(PadmeRuns.axis())
            .y(Axis.linear(unit));
    int series = 0;
    for (var victim : Victim.values()) {
      double aside = 0.13 * (series++ - 2);
      var points = new ArrayList<Point>();
      for (var models : Models.ALL) {
        // Beside each other, so that equal ones stay visible.
        double x = points.size() + 1 + aside;
        points.add(PadmeRuns.measure(of(runs, models, victim), what).at(x));
      }
      chart.add(Series.points(victim.label(), points));
    }
    return chart.build();
  }

  private static List<PadmeRun> of(Map<Cell, List<PadmeRun>> runs, Models models, Victim victim) {
    return Objects.requireNonNull(runs.get(new Cell(models, victim)));
  }

  private static Csv csv(Map<Cell, List<PadmeRun>> runs) {
    var csv =
        Csv.withColumns(
            "configuration", "who_dies", "entries", "longest_pause_s", "messages_per_entry");
    runs.forEach(
        (cell, ofCell) ->
            csv.row(
                cell.models.letters(),
                cell.victim.label(),
                PadmeRuns.measure(ofCell, PadmeRun::entries).mean(),
                PadmeRuns.measure(ofCell, PadmeRun::longestGap).mean(),
                PadmeRuns.measure(ofCell, PadmeRun::messagesPerEntry).mean()));
    return csv;
  }

  private static Comparison[] pauses(Map<Cell, List<PadmeRun>> runs) {
    var rows = new ArrayList<Comparison>();
    for (var victim : Victim.values()) {
      var all = Models.ALL.stream().flatMap(models -> of(runs, models, victim).stream()).toList();
      rows.add(
          new Comparison(
              victim.label(),
              Measure.text("not printed"),
              Measure.of(PadmeRuns.measure(all, PadmeRun::longestGap).mean(), "s"),
              victim == Victim.NOBODY
                  ? "The longest way of the token, with Fair and Forward."
                  : "The root waits until all survivors know, and have told it what they hold."));
    }
    return rows.toArray(Comparison[]::new);
  }
}
