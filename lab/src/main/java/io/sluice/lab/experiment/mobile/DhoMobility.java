package io.sluice.lab.experiment.mobile;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Grid;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.PaperValue;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.mobile.DhoDepartures.Cell;
import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.page.Comparison;
import io.sluice.lab.report.page.Csv;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Measure;
import io.sluice.lab.report.page.Section;
import io.sluice.lab.simulate.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Table 2, at the level of the lock: what departing peers cost the others. */
public final class DhoMobility implements Experiment {

  private static final int SEEDS = 10;
  private static final List<Integer> PEERS = List.of(50, 120);
  private static final List<Integer> PERCENT = List.of(25, 33, 50);

  /** 5 s, and the time that 50 MiB take at 125 MB/s. */
  private static final long PAPER_HOLD =
      Nanos.parse("5s") + Nanos.parse("1s") / 125_000_000 * (50 << 20);

  private static final List<Long> HOLDS = List.of(PAPER_HOLD, Nanos.parse("1s"));

  private static final String PAPER = "paper";

  /** A row of Table 2. */
  private record Row(int peers, int percent, double overheadSeconds, double overheadPercent) {}

  private static final List<Row> PRINTED =
      List.of(
          new Row(50, 25, 2.27, 0.842),
          new Row(50, 33, 2.65, 0.98),
          new Row(50, 50, 4.29, 1.56),
          new Row(120, 25, 4.27, 0.725),
          new Row(120, 33, 6.46, 1.05),
          new Row(120, 50, 10.34, 1.68));

  @Override
  public String name() {
    return "dho-mobility";
  }

  @Override
  public String title() {
    return "Data handover: what departures cost the others, at the lock";
  }

  @Override
  public String summary() {
    return "measures how much longer the cycles of 50 and 120 peers take while 25, 33 or 50 %"
        + " of them depart (Table 2)";
  }

  @Override
  public Section run(Options options, Progress progress) {
    int seeds = options.seedsOr(SEEDS);
    var cells = new ArrayList<Cell>();
    for (int peers : PEERS.reversed()) {
      for (long hold : HOLDS) {
        PERCENT.forEach(percent -> cells.add(new Cell(peers, percent, hold)));
      }
    }
    var runs =
        Grid.run(
            name(),
            cells,
            _ -> seeds,
            (cell, seed) -> DhoDepartures.measure(cell, seed, options),
            options,
            progress);
    return section(runs, seeds);
  }

  private Section section(Map<Cell, List<DhoDepartures>> runs, int seeds) {
    var section =
        Section.named(name(), title())
            .paper(
                "Section 6.3: some of the peers perform complete cycles, the others interrupt"
                    + " theirs by destroying the handle, so that the lock manager departs. The"
                    + " paper measures how much longer the uninterrupted cycles take. Table 2 gives"
                    + " seconds and percent, and finds the additional latencies negligible.")
            .parameter("peers", "50 and 120", PAPER)
            .parameter("departing peers", "25, 33 and 50 % of them, chosen at random", PAPER)
            .parameter("lock", "elmp, exclusive", PAPER)
            .parameter("T_idle", "0: every peer asks again at once", PAPER)
            .parameter(
                "time inside",
                "5.42 s: T_locked = 5 s, and 50 MiB at 125 MB/s; also 1 s",
                "ours: Table 2 names none, but 2.27 s are 0.842 % of 270 s, or 50 times 5.4 s")
            .parameter("links", "600 us each message: link, backbone, link", "paper's platform")
            .parameter(
                "when",
                "at a random moment of the second cycle, mostly while the peer waits",
                "ours")
            .parameter(
                "compared with",
                "the same peers give up at the same moments and ask no more, but do not"
                    + " depart",
                "ours; the paper does not say")
            .parameter("seeds", seeds + " for each point: 1 to " + seeds, "ours");
    return section
        .figure(
            new Figure.Plot(
                chart(runs),
                csv(runs),
                "Mean cycle of the peers that stay, in the cycles during which the others"
                    + " depart; 5.42 s inside. Rings: the undisturbed cycle and what Table 2 adds"
                    + " to it."))
        .compare(
            "Overhead on the others' cycles, percent (Table 2)",
            compare(runs, "%", Row::overheadPercent, DhoDepartures::overheadPercent))
        .compare(
            "Overhead on the others' cycles, seconds (Table 2)",
            compare(runs, "s", Row::overheadSeconds, DhoDepartures::overheadSeconds))
        .note(
            "Comparable: the overhead of departures as a share of a cycle, with the paper's"
                + " peers, shares and, as far as they are known, times. Not comparable: the paper's"
                + " seconds are those of the whole data handover, with three managers for each peer"
                + " and sockets under a simulated platform; here it is the lock alone, where a"
                + " message costs only its latency.")
        .note(
            "Compared with a run without departures there is no overhead but a gain, since a"
                + " departed peer does not use its turn. So runs in which peers depart are compared"
                + " with runs in which the same peers only ask no more.")
        .note(
            "A departing peer is gone before its turn comes: the token follows the queue, and"
                + " the tree changes independently. "
                + costs(runs))
        .build();
  }

  private static Statistics of(
      Map<Cell, List<DhoDepartures>> runs, Cell cell, ToDoubleFunction<DhoDepartures> what) {
    return Statistics.of(
        Objects.requireNonNull(runs.get(cell)).stream().map(what::applyAsDouble).toList());
  }

  private static Comparison[] compare(
      Map<Cell, List<DhoDepartures>> runs,
      String unit,
      ToDoubleFunction<Row> printed,
      ToDoubleFunction<DhoDepartures> ours) {
    return PRINTED.stream()
        .map(
            row -> {
              var measured = of(runs, new Cell(row.peers, row.percent, PAPER_HOLD), ours);
              return new PaperValue(
                      "%d peers, %d %% depart".formatted(row.peers, row.percent),
                      Measure.of(printed.applyAsDouble(row), unit),
                      String.format(
                          Locale.ROOT,
                          "The lock alone: from %.4f to %.4f %s, by seed.",
                          measured.min(),
                          measured.max(),
                          unit))
                  .beside(Measure.of(measured.mean(), unit));
            })
        .toArray(Comparison[]::new);
  }

  /** What a departure costs, apart from other peers' time. */
  private static String costs(Map<Cell, List<DhoDepartures>> runs) {
    return PEERS.stream()
        .map(
            peers -> {
              var cell = new Cell(peers, PERCENT.getFirst(), PAPER_HOLD);
              return String.format(
                  Locale.ROOT,
                  "With %d peers a departure takes %.1f messages and %.1f ms until it is done.",
                  peers,
                  of(runs, cell, DhoDepartures::messages).mean(),
                  of(runs, cell, DhoDepartures::departure).mean());
            })
        .collect(Collectors.joining(" "));
  }

  private Chart chart(Map<Cell, List<DhoDepartures>> runs) {
    var chart =
        Chart.named(name())
            .title("Cycles of the peers that stay, while others depart")
            .description(
                "The more peers depart, the shorter the cycles; the departures"
                    + " themselves add nothing.")
            .x(Axis.linear("departing (%)"))
            .y(Axis.linear("mean cycle (s)"));
    for (int peers : PEERS) {
      chart.add(series(peers + " peers: no departures", peers, runs, DhoDepartures::undisturbed));
      chart.add(series(peers + " peers: others ask no more", peers, runs, DhoDepartures::retiring));
      chart.add(series(peers + " peers: others depart", peers, runs, DhoDepartures::departing));
    }
    for (var row : PRINTED) {
      double undisturbed =
          of(runs, new Cell(row.peers, row.percent, PAPER_HOLD), DhoDepartures::undisturbed).mean();
      chart.mark(
          row.percent,
          undisturbed + row.overheadSeconds,
          "+" + Measure.of(row.overheadPercent, "%").text(),
          row.peers + " peers: no departures");
    }
    return chart.build();
  }

  private static Series series(
      String label,
      int peers,
      Map<Cell, List<DhoDepartures>> runs,
      ToDoubleFunction<DhoDepartures> what) {
    return Series.line(
        label,
        PERCENT.stream()
            .map(percent -> of(runs, new Cell(peers, percent, PAPER_HOLD), what).at(percent))
            .toList());
  }

  private static Csv csv(Map<Cell, List<DhoDepartures>> runs) {
    var csv =
        Csv.withColumns(
            "peers",
            "percent",
            "inside (s)",
            "runs",
            "undisturbed (s)",
            "others ask no more (s)",
            "others depart (s)",
            "overhead (s)",
            "overhead (%)",
            "messages per departure",
            "departure (ms)");
    runs.forEach(
        (cell, measured) ->
            csv.row(
                cell.peers(),
                cell.percent(),
                Nanos.seconds(cell.hold()),
                measured.size(),
                of(runs, cell, DhoDepartures::undisturbed).mean(),
                of(runs, cell, DhoDepartures::retiring).mean(),
                of(runs, cell, DhoDepartures::departing).mean(),
                of(runs, cell, DhoDepartures::overheadSeconds).mean(),
                of(runs, cell, DhoDepartures::overheadPercent).mean(),
                of(runs, cell, DhoDepartures::messages).mean(),
                of(runs, cell, DhoDepartures::departure).mean()));
    return csv;
  }
}
