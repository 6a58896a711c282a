package io.sluice.lab.experiment.mobile;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Grid;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.PaperValue;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.mobile.DhoLeavers.Cell;
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

/** Table 2, at the level of the lock: what peers that leave cost those that stay. */
public final class DhoMobility implements Experiment {

  private static final int SEEDS = 10;
  private static final List<Integer> PEERS = List.of(50, 120);
  private static final List<Integer> PERCENT = List.of(25, 33, 50);

  /** 5 s, and as long as 50 MiB take at 125 MB/s. */
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
    return "Data handover: what leaving costs the others, at the lock";
  }

  @Override
  public String summary() {
    return "measures how much longer the cycles of 50 and 120 peers take while 25, 33 or 50 % of them"
        + " leave (Table 2)";
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
            (cell, seed) -> DhoLeavers.measure(cell, seed, options),
            options,
            progress);
    return section(runs, seeds);
  }

  private Section section(Map<Cell, List<DhoLeavers>> runs, int seeds) {
    var section =
        Section.named(name(), title())
            .paper(
                "Section 6.3: some of the peers perform complete cycles, the others interrupt theirs"
                    + " by destroying the handle, so that the lock manager leaves. Noted is how much"
                    + " longer the uninterrupted cycles take. Table 2 has seconds and percent, and"
                    + " finds the additional latencies negligible.")
            .parameter("peers", "50 and 120", PAPER)
            .parameter("who leaves", "25, 33 and 50 % of them, chosen at random", PAPER)
            .parameter("lock", "elmp, exclusive", PAPER)
            .parameter("T_idle", "0: everybody asks again at once", PAPER)
            .parameter(
                "time inside",
                "5.42 s: T_locked = 5 s, and 50 MiB at 125 MB/s; also 1 s",
                "ours: Table 2 names none, but 2.27 s are 0.842 % of 270 s, or 50 times 5.4 s")
            .parameter("links", "600 us each message: link, backbone, link", "paper's platform")
            .parameter(
                "when", "at a random moment of the second cycle, mostly while it waits", "ours")
            .parameter(
                "against what",
                "the same peers give up at the same moments and ask no more, but stay",
                "ours; the paper does not say")
            .parameter("seeds", seeds + " for each point: 1 to " + seeds, "ours");
    return section
        .figure(
            new Figure.Plot(
                chart(runs),
                csv(runs),
                "Mean cycle of those who stay, in the cycles during which the others leave; 5.42 s"
                    + " inside. Rings: the undisturbed cycle and what Table 2 adds to it."))
        .compare(
            "Overhead on the others' cycles, percent (Table 2)",
            compare(runs, "%", Row::overheadPercent, DhoLeavers::overheadPercent))
        .compare(
            "Overhead on the others' cycles, seconds (Table 2)",
            compare(runs, "s", Row::overheadSeconds, DhoLeavers::overheadSeconds))
        .note(
            "Can be compared: the overhead of leaving as a share of a cycle, with the paper's peers,"
                + " shares and, as far as they can be told, times. Cannot be compared: the paper's"
                + " seconds are those of the whole data handover, with three managers for each peer"
                + " and sockets under a simulated platform; here it is the lock alone, where a"
                + " message costs its latency and nothing else.")
        .note(
            "Against a run in which nobody leaves there is no overhead but a gain: who leaves does"
                + " not use its turn. So those who leave are set beside those who only ask no more.")
        .note(
            "Who leaves is out of the way before its turn comes: the token goes along the queue,"
                + " and the tree changes beside it. "
                + costs(runs))
        .build();
  }

  private static Statistics of(
      Map<Cell, List<DhoLeavers>> runs, Cell cell, ToDoubleFunction<DhoLeavers> what) {
    return Statistics.of(
        Objects.requireNonNull(runs.get(cell)).stream().map(what::applyAsDouble).toList());
  }

  private static Comparison[] compare(
      Map<Cell, List<DhoLeavers>> runs,
      String unit,
      ToDoubleFunction<Row> printed,
      ToDoubleFunction<DhoLeavers> ours) {
    return PRINTED.stream()
        .map(
            row -> {
              var measured = of(runs, new Cell(row.peers, row.percent, PAPER_HOLD), ours);
              return new PaperValue(
                      "%d peers, %d %% leave".formatted(row.peers, row.percent),
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

  /** What a departure costs, but for the time of others. */
  private static String costs(Map<Cell, List<DhoLeavers>> runs) {
    return PEERS.stream()
        .map(
            peers -> {
              var cell = new Cell(peers, PERCENT.getFirst(), PAPER_HOLD);
              return String.format(
                  Locale.ROOT,
                  "With %d peers a departure takes %.1f messages and %.1f ms until it is done.",
                  peers,
                  of(runs, cell, DhoLeavers::messages).mean(),
                  of(runs, cell, DhoLeavers::departure).mean());
            })
        .collect(Collectors.joining(" "));
  }

  private Chart chart(Map<Cell, List<DhoLeavers>> runs) {
    var chart =
        Chart.named(name())
            .title("Cycles of those who stay, while others leave")
            .description("The cycles get shorter the more leave, and leaving itself adds nothing.")
            .x(Axis.linear("leave (%)"))
            .y(Axis.linear("mean cycle (s)"));
    for (int peers : PEERS) {
      chart.add(series(peers + " peers: nobody leaves", peers, runs, DhoLeavers::undisturbed));
      chart.add(series(peers + " peers: others ask no more", peers, runs, DhoLeavers::retiring));
      chart.add(series(peers + " peers: others leave", peers, runs, DhoLeavers::leaving));
    }
    for (var row : PRINTED) {
      double undisturbed =
          of(runs, new Cell(row.peers, row.percent, PAPER_HOLD), DhoLeavers::undisturbed).mean();
      chart.mark(
          row.percent,
          undisturbed + row.overheadSeconds,
          "+" + Measure.of(row.overheadPercent, "%").text(),
          row.peers + " peers: nobody leaves");
    }
    return chart.build();
  }

  private static Series series(
      String label,
      int peers,
      Map<Cell, List<DhoLeavers>> runs,
      ToDoubleFunction<DhoLeavers> what) {
    return Series.line(
        label,
        PERCENT.stream()
            .map(percent -> of(runs, new Cell(peers, percent, PAPER_HOLD), what).at(percent))
            .toList());
  }

  private static Csv csv(Map<Cell, List<DhoLeavers>> runs) {
    var csv =
        Csv.withColumns(
            "peers",
            "percent",
            "inside (s)",
            "runs",
            "undisturbed (s)",
            "others ask no more (s)",
            "others leave (s)",
            "overhead (s)",
            "overhead (%)",
            "messages a departure",
            "departure (ms)");
    runs.forEach(
        (cell, measured) ->
            csv.row(
                cell.peers(),
                cell.percent(),
                Nanos.seconds(cell.hold()),
                measured.size(),
                of(runs, cell, DhoLeavers::undisturbed).mean(),
                of(runs, cell, DhoLeavers::retiring).mean(),
                of(runs, cell, DhoLeavers::leaving).mean(),
                of(runs, cell, DhoLeavers::overheadSeconds).mean(),
                of(runs, cell, DhoLeavers::overheadPercent).mean(),
                of(runs, cell, DhoLeavers::messages).mean(),
                of(runs, cell, DhoLeavers::departure).mean()));
    return csv;
  }
}
