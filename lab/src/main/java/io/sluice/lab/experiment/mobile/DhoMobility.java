package io.sluice.lab.experiment.mobile;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Grid;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.PaperValue;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.mobile.DhoDepartures.Cell;
import io.sluice.lab.experiment.mobile.DhoDepartures.Moment;
import io.sluice.lab.experiment.mobile.DhoSetup.Variant;
import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Point;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.page.Comparison;
import io.sluice.lab.report.page.Csv;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Measure;
import io.sluice.lab.report.page.Section;
import io.sluice.lab.report.page.Table;
import io.sluice.lab.simulate.Nanos;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Table 2: what departing peers cost the others. */
public final class DhoMobility implements Experiment {

  private static final int SEEDS = 10;
  private static final List<Integer> PERCENT = List.of(25, 33, 50);

  /** T_locked. */
  private static final long LOCKED = Nanos.parse("5s");

  /** For the lock alone: as long as T_locked and a fetch together. */
  private static final long LOCKED_AND_FETCH = LOCKED + Math.round(DhoSetup.fetch() * 1e9);

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

  private final List<Integer> peers;

  public DhoMobility() {
    this(List.of(50, 120));
  }

  private DhoMobility(List<Integer> peers) {
    this.peers = peers;
  }

  @Override
  public String name() {
    return "dho-mobility";
  }

  @Override
  public String title() {
    return "Data handover: what departures cost the others";
  }

  @Override
  public String summary() {
    return "measures how much longer the cycles of 50 and 120 peers take while 25, 33 or 50 %"
        + " of them depart (Table 2)";
  }

  @Override
  public Experiment quick() {
    return new DhoMobility(List.of(50));
  }

  private Stream<Row> printedRows() {
    return PRINTED.stream().filter(row -> peers.contains(row.peers));
  }

  @Override
  public Section run(Options options, Progress progress) {
    int seeds = options.seedsOr(SEEDS);
    var cells = new ArrayList<Cell>();
    for (int number : peers.reversed()) {
      for (int percent : PERCENT) {
        cells.add(lockAlone(number, percent));
        cells.add(with(Variant.AT_GRANT, Moment.WAITING, number, percent));
        for (var variant : Variant.values()) {
          cells.add(with(variant, Moment.MAPPED, number, percent));
        }
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

  private static Cell lockAlone(int peers, int percent) {
    return new Cell(peers, percent, LOCKED_AND_FETCH, Optional.empty(), Moment.WAITING);
  }

  private static Cell with(Variant variant, Moment moment, int peers, int percent) {
    return new Cell(peers, percent, LOCKED, Optional.of(variant), moment);
  }

  /**
   * Plain arithmetic: each of d departing peers among n costs one fetch that comes to nothing.
   * These are spread over the 1 + n / (n - d) cycles of each other peer that overlap the cycle in
   * which the peers depart, since a cycle is n turns before and n - d turns after.
   */
  private static double wastedFetches(Row row) {
    int departing = lockAlone(row.peers, row.percent).departing();
    double cycles = 1 + (double) row.peers / (row.peers - departing);
    return departing * DhoSetup.fetch() / cycles;
  }

  private Section section(Map<Cell, List<DhoDepartures>> runs, int seeds) {
    return DhoSetup.describe(Section.named(name(), title()))
        .paper(
            "Section 6.3: some of the peers perform complete cycles, the others interrupt"
                + " theirs by destroying the handle, so that the lock manager departs. The"
                + " paper measures how much longer the uninterrupted cycles take. Table 2 gives"
                + " seconds and percent, and finds the additional latencies negligible.")
        .parameter(
            "peers",
            peers.stream().map(String::valueOf).collect(Collectors.joining(" and ")),
            DhoSetup.PAPER)
        .parameter("departing peers", "25, 33 and 50 % of them, chosen at random", DhoSetup.PAPER)
        .parameter("lock", "elmp, exclusive", DhoSetup.PAPER)
        .parameter(
            "T_locked",
            "5 s; T_Wblocked = 0",
            "ours: Table 2 names none, but 2.27 s are 0.842 % of 270 s, or 50 times 5.4 s")
        .parameter(
            "when",
            "once a peer has the data of its second cycle, which it then does not write; or at a"
                + " random moment of the second cycle, mostly while it waits",
            "ours, with Table 2 in view; the paper says that the peers interrupt their cycle")
        .parameter(
            "compared with",
            "the same peers give up and ask no more, but do not depart",
            "ours; the paper does not say")
        .parameter("seeds", seeds + " for each point: 1 to " + seeds, "ours")
        .figure(
            new Figure.Plot(
                chart(runs),
                csv(runs),
                "What departures add to the mean cycle of the peers that stay, in the cycles during"
                    + " which the others depart. Rings: printed."))
        .compare(
            "Overhead on the others' cycles, seconds (Table 2)",
            concat(
                compare(
                    runs, Moment.MAPPED, "s", Row::overheadSeconds, DhoDepartures::overheadSeconds),
                compare(
                    runs,
                    Moment.WAITING,
                    "s",
                    Row::overheadSeconds,
                    DhoDepartures::overheadSeconds)))
        .compare(
            "Overhead on the others' cycles, percent (Table 2)",
            compare(runs, Moment.MAPPED, "%", Row::overheadPercent, DhoDepartures::overheadPercent)
                .toArray(Comparison[]::new))
        .expect(
            "Plain arithmetic: every departing peer wastes a fetch, spread over the cycles that"
                + " overlap the departures",
            arithmetic(runs))
        .table(sideBySide(runs))
        .note(
            "The paper does not say when in its cycle a peer destroys the handle. A peer that waits"
                + " costs the others nothing; one that has the data in its hands costs them a fetch."
                + " We added the second moment with Table 2 in view, whose overheads are about 0.4"
                + " fetches for each departing peer. So its agreement explains the print, but is no"
                + " independent evidence for it.")
        .note(
            "An overhead is the mean over all cycles of the other peers that overlap the second"
                + " cycle, and its percentage is of the undisturbed cycle; the paper says neither. The"
                + " arithmetic spreads the wasted fetches over the same cycles.")
        .note(
            "Deltas save nothing here: the peer behind one that departs at once has had no time to"
                + " fetch in advance, so it fetches nearly everything at its own grant.")
        .note(
            "Compared with a run without departures there is no overhead but a gain, since a"
                + " departed peer does not use its turn. So runs in which peers depart are compared"
                + " with runs in which the same peers only ask no more.")
        .note(
            "A peer that departs while it waits is gone before its turn comes: the token follows"
                + " the queue, and the tree changes independently. "
                + costs(runs))
        .build();
  }

  private static Statistics of(
      Map<Cell, List<DhoDepartures>> runs, Cell cell, ToDoubleFunction<DhoDepartures> what) {
    return Statistics.of(
        Objects.requireNonNull(runs.get(cell)).stream().map(what::applyAsDouble).toList());
  }

  private static Comparison[] concat(List<Comparison> first, List<Comparison> second) {
    return Stream.concat(first.stream(), second.stream()).toArray(Comparison[]::new);
  }

  private List<Comparison> compare(
      Map<Cell, List<DhoDepartures>> runs,
      Moment moment,
      String unit,
      ToDoubleFunction<Row> printed,
      ToDoubleFunction<DhoDepartures> ours) {
    return printedRows()
        .map(
            row -> {
              var measured = of(runs, with(Variant.AT_GRANT, moment, row.peers, row.percent), ours);
              return new PaperValue(
                      "%d peers, %d %% depart, each %s"
                          .formatted(row.peers, row.percent, moment.label()),
                      Measure.of(printed.applyAsDouble(row), unit),
                      why(moment, measured, unit))
                  .beside(Measure.of(measured.mean(), unit));
            })
        .toList();
  }

  private static String why(Moment moment, Statistics measured, String unit) {
    return switch (moment) {
      case WAITING -> "It has nothing that the others wait for.";
      case MAPPED ->
          String.format(
              Locale.ROOT,
              "Every departing peer wastes a fetch: from %.2f to %.2f %s, by seed.",
              measured.min(),
              measured.max(),
              unit);
    };
  }

  private Comparison[] arithmetic(Map<Cell, List<DhoDepartures>> runs) {
    return printedRows()
        .map(
            row ->
                new PaperValue(
                        "%d peers, %d %% depart once they have the data"
                            .formatted(row.peers, row.percent),
                        Measure.of(wastedFetches(row), "s"),
                        "The arithmetic takes the cycle to be short from the first departure on.")
                    .beside(
                        Measure.of(
                            of(
                                    runs,
                                    with(Variant.AT_GRANT, Moment.MAPPED, row.peers, row.percent),
                                    DhoDepartures::overheadSeconds)
                                .mean(),
                            "s")))
        .toArray(Comparison[]::new);
  }

  private Table sideBySide(Map<Cell, List<DhoDepartures>> runs) {
    var table =
        Table.named(
            "Overhead in seconds, side by side; the last three with departures once mapped",
            "peers, departing",
            "printed",
            "arithmetic",
            "lock alone, waiting",
            "at grant, waiting",
            Variant.AT_ACQUIRE.label(),
            Variant.AT_GRANT.label(),
            Variant.DELTA.label());
    for (var row : printedRows().toList()) {
      var values = new ArrayList<Measure>();
      values.add(Measure.of(row.overheadSeconds));
      values.add(Measure.of(wastedFetches(row)));
      var cells = new ArrayList<Cell>();
      cells.add(lockAlone(row.peers, row.percent));
      cells.add(with(Variant.AT_GRANT, Moment.WAITING, row.peers, row.percent));
      Arrays.stream(Variant.values())
          .map(variant -> with(variant, Moment.MAPPED, row.peers, row.percent))
          .forEach(cells::add);
      cells.forEach(
          cell -> values.add(Measure.of(of(runs, cell, DhoDepartures::overheadSeconds).mean())));
      table.row("%d, %d %%".formatted(row.peers, row.percent), values);
    }
    return table.build();
  }

  /** What a departure costs, apart from other peers' time. */
  private String costs(Map<Cell, List<DhoDepartures>> runs) {
    return peers.stream()
        .map(
            number -> {
              var cell = lockAlone(number, PERCENT.getFirst());
              return String.format(
                  Locale.ROOT,
                  "With %d peers a departure takes %.1f messages and %.1f ms until it is done.",
                  number,
                  of(runs, cell, DhoDepartures::messages).mean(),
                  of(runs, cell, DhoDepartures::departure).mean());
            })
        .collect(Collectors.joining(" "));
  }

  private Chart chart(Map<Cell, List<DhoDepartures>> runs) {
    var chart =
        Chart.named(name())
            .title("What departures add to the cycles of the peers that stay")
            .description(
                "Departures of peers that have the data cost about half a fetch each; those of"
                    + " waiting peers cost nothing.")
            .x(Axis.linear("departing (%)"))
            .y(Axis.linear("overhead (s)"));
    for (int number : peers) {
      String hue = number + " peers, once mapped";
      chart.add(series(hue, number, runs, Variant.AT_GRANT, Moment.MAPPED));
      chart.add(series(number + " peers, delta", number, runs, Variant.DELTA, Moment.MAPPED));
      chart.add(series(number + " peers, waiting", number, runs, Variant.AT_GRANT, Moment.WAITING));
      printedRows()
          .filter(row -> row.peers == number)
          .forEach(
              row ->
                  chart.mark(
                      row.percent,
                      row.overheadSeconds,
                      Measure.of(row.overheadSeconds, "s").text(),
                      hue));
    }
    return chart.build();
  }

  private static Series series(
      String label,
      int peers,
      Map<Cell, List<DhoDepartures>> runs,
      Variant variant,
      Moment moment) {
    var points = new ArrayList<Point>();
    for (int percent : PERCENT) {
      var cell = with(variant, moment, peers, percent);
      points.add(of(runs, cell, DhoDepartures::overheadSeconds).at(percent));
    }
    return Series.line(label, points);
  }

  private static Csv csv(Map<Cell, List<DhoDepartures>> runs) {
    var csv =
        Csv.withColumns(
            "peers",
            "percent",
            "T_locked (s)",
            "fetch",
            "departs",
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
                cell.data().map(Variant::label).orElse("lock alone"),
                cell.moment().label(),
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
