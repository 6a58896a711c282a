package io.sluice.lab.experiment.mobile;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Grid;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.PaperValue;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.Trial;
import io.sluice.lab.experiment.mobile.DhoMeter.Times;
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
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Nanos;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.lab.simulate.Workload.Start;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.mobile.Elmp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Fig. 11: the cycle with asynchronous exclusive locks, against the time before acquire. */
public final class DhoAsync implements Experiment {

  private static final List<Integer> LOCKED = List.of(15, 5, 0);
  private static final List<Integer> FEW_PEERS = List.of(2, 5, 10);

  /** T_locked of the runs with few peers, in which grants come before acquire. */
  private static final int FEW_LOCKED = 1;

  private static final int FEW_LEAD = 20;

  /** The T_Wblocked that the text names. */
  private static final int ONE_LEAD = 5;

  private final List<Integer> leads;
  private final int cycles;

  /** One point of the figure; times in seconds. */
  private record Cell(int peers, int locked, int lead, Variant variant) {}

  public DhoAsync() {
    this(List.of(0, 2, 5, 10, 15, 20, 25, 30), 100);
  }

  private DhoAsync(List<Integer> leads, int cycles) {
    this.leads = leads;
    this.cycles = cycles;
  }

  @Override
  public String name() {
    return "dho-async";
  }

  @Override
  public String title() {
    return "Data handover: cycles with asynchronous locks";
  }

  @Override
  public String summary() {
    return "measures the cycles of 50 peers that write 50 MiB in turn, against the time between"
        + " request and acquire (Fig. 11)";
  }

  @Override
  public Experiment quick() {
    return new DhoAsync(List.of(0, 5, 30), 6);
  }

  @Override
  public Section run(Options options, Progress progress) {
    int seeds = options.seedsOr(3);
    var cells = new ArrayList<Cell>();
    for (var variant : Variant.values()) {
      for (int locked : LOCKED) {
        leads.forEach(lead -> cells.add(new Cell(DhoSetup.PEERS, locked, lead, variant)));
      }
      FEW_PEERS.forEach(peers -> cells.add(few(peers, variant)));
    }
    var runs =
        Grid.run(
            name(),
            cells,
            _ -> seeds,
            (cell, seed) -> measure(cell, seed, options),
            options,
            progress);
    return section(runs, seeds);
  }

  private static Cell few(int peers, Variant variant) {
    return new Cell(peers, FEW_LOCKED, FEW_LEAD, variant);
  }

  private Times measure(Cell cell, long seed, Options options) {
    long lead = Nanos.parse(cell.lead + "s");
    var meter = new DhoMeter(lead);
    var workload =
        Workload.entries(cycles)
            .think(Delay.NONE)
            .hold(new Delay.Constant(locked(cell)))
            .start(new Start.Within(DhoSetup.FIRST_ASKS));
    var _ =
        Trial.runSound(
            Simulation.of(Elmp.ALGORITHM, Layout.plain(cell.peers))
                .workload(workload)
                .network(DhoSetup.network(cell.peers))
                .data(cell.variant.data(lead))
                .audit(meter),
            seed,
            options);
    return meter.times(Claim.EXCLUSIVE);
  }

  private static long locked(Cell cell) {
    return Nanos.parse(cell.locked + "s");
  }

  private static Statistics of(
      Map<Cell, List<Times>> runs, Cell cell, ToDoubleFunction<Times> what) {
    return Statistics.of(
        Objects.requireNonNull(runs.get(cell)).stream().map(what::applyAsDouble).toList());
  }

  private Section section(Map<Cell, List<Times>> runs, int seeds) {
    var section =
        DhoSetup.describe(Section.named(name(), title()))
            .paper(
                "Section 6.1: 50 peers ask for a resource of 50 MiB for writing, compute for"
                    + " T_Wblocked, call acquire, stay inside for T_locked, release and ask again."
                    + " Fig. 11 shows T_DHO, T_Wait and T_Blocking against T_Wblocked for T_locked"
                    + " = 0, 5 and 15 s.")
            .parameter("T_locked", "0, 5 and 15 s", DhoSetup.PAPER)
            .parameter(
                "T_Wblocked", DhoSetup.seconds(leads), "ours; the paper names 0 and 5 s only")
            .parameter("cycles", cycles + " for each peer", DhoSetup.PAPER)
            .parameter("lock", "elmp, exclusive", DhoSetup.PAPER)
            .parameter("seeds", seeds + " for each point: 1 to " + seeds, "ours");
    for (int locked : LOCKED.reversed()) {
      section.figure(
          new Figure.Plot(
              chart(runs, locked),
              csv(runs, locked),
              "T_locked = %d s. Lines: all bytes move at the grant, as section 5.1.2 has it; dashed:"
                      .formatted(locked)
                  + " only what changed moves. The third reading, all bytes at acquire, is in the"
                  + " table below."));
    }
    return section
        .compare("The cycle (Fig. 11 and Table 2)", printed(runs))
        .expect("T_DHO and plain arithmetic: 50 (T_locked + fetch)", arithmetic(runs))
        .table(sideBySide(runs))
        .table(fewPeers(runs))
        .note(
            "The curves of Fig. 11 cannot be read: the text at hand has the captions without the"
                + " pictures, and prints none of their values. What the text says about them is"
                + " compared above.")
        .note(
            "With 50 peers that all ask again at once, a grant comes after nearly a whole round. So"
                + " acquire has long been called, both readings of the text fetch at the same"
                + " moment, and T_Wblocked only moves waiting from T_Blocking to the application:"
                + " that overlap is real, but it is one of waiting. Bytes overlap computation only"
                + " where the grant comes before acquire: at the right end for T_locked = 0, and"
                + " with few peers.")
        .note(
            "T_Wait grows a little with T_Wblocked, as the text says, but for another reason than"
                + " it gives: only the first request of a run is granted before acquire, and all"
                + " others wait for it.")
        .note(
            "A cycle of 100 is about half a percent shorter than the arithmetic: in the first round"
                + " a peer waits for half of the others on average.")
        .build();
  }

  private Comparison[] printed(Map<Cell, List<Times>> runs) {
    var first = new Cell(DhoSetup.PEERS, 0, 0, Variant.AT_GRANT);
    var second = new Cell(DhoSetup.PEERS, 5, 0, Variant.AT_GRANT);
    var later = new Cell(DhoSetup.PEERS, 5, ONE_LEAD, Variant.AT_GRANT);
    double superimposed =
        of(runs, first, Times::cycle).mean() / of(runs, first, Times::waiting).mean();
    double growth =
        of(runs, later, Times::waiting).mean() - of(runs, second, Times::waiting).mean();
    return new Comparison[] {
      new PaperValue(
              "T_DHO, T_locked = 5 s, T_Wblocked = 0 (Table 2: 2.27 s are 0.842 % of it)",
              Measure.of(100 * 2.27 / 0.842, "s"),
              "Fewer cycles: the first, in which a peer waits for half of the others, weighs more.")
          .beside(Measure.of(of(runs, second, Times::cycle).mean(), "s")),
      new PaperValue(
              "T_DHO : T_Wait, T_locked = T_Wblocked = 0 (“superimposed”)", Measure.of(1), "")
          .beside(Measure.of(superimposed)),
      new PaperValue(
              "T_Wait with T_Wblocked = 5 s instead of 0, T_locked = 5 s",
              Measure.text("grows slightly"),
              "By %s s of %s s."
                  .formatted(
                      Measure.of(growth).text(),
                      Measure.of(of(runs, second, Times::waiting).mean()).text()))
          .beside(
              Measure.text(growth > 0 && growth < 5 ? "grows slightly" : "does not grow slightly"))
    };
  }

  private static Comparison[] arithmetic(Map<Cell, List<Times>> runs) {
    return LOCKED.reversed().stream()
        .flatMap(
            locked ->
                Stream.of(Variant.values())
                    .map(
                        variant -> {
                          var cell = new Cell(DhoSetup.PEERS, locked, 0, variant);
                          return new PaperValue(
                                  "T_locked = %d s, %s".formatted(locked, variant.label()),
                                  Measure.of(DhoSetup.turns(cell.peers, locked(cell)), "s"),
                                  "The next peer has most of the bytes before its turn.")
                              .beside(Measure.of(of(runs, cell, Times::cycle).mean(), "s"));
                        }))
        .toArray(Comparison[]::new);
  }

  private Table sideBySide(Map<Cell, List<Times>> runs) {
    var table =
        Table.named(
            "Means in seconds, side by side: T_DHO / T_Wait / T_Blocking (other T_Wblocked: CSV)",
            "T_locked, T_Wblocked",
            "printed",
            "arithmetic, T_DHO",
            Variant.AT_ACQUIRE.label(),
            Variant.AT_GRANT.label(),
            Variant.DELTA.label());
    for (int locked : LOCKED.reversed()) {
      for (int lead : List.of(leads.getFirst(), ONE_LEAD, leads.getLast())) {
        var row = new ArrayList<Measure>();
        row.add(Measure.text("not readable"));
        double turns = DhoSetup.turns(DhoSetup.PEERS, Nanos.parse(locked + "s"));
        // A peer cannot be faster than its own computation and stay.
        row.add(Measure.of(Math.max(turns, lead + locked)));
        for (var variant : Variant.values()) {
          row.add(Measure.text(times(runs, new Cell(DhoSetup.PEERS, locked, lead, variant))));
        }
        table.row("%d s, %d s".formatted(locked, lead), row);
      }
    }
    return table.build();
  }

  private static String times(Map<Cell, List<Times>> runs, Cell cell) {
    return Stream.<ToDoubleFunction<Times>>of(Times::cycle, Times::waiting, Times::blocking)
        .map(what -> Measure.of(of(runs, cell, what).mean()).text())
        .reduce((one, other) -> one + " / " + other)
        .orElseThrow();
  }

  private static Table fewPeers(Map<Cell, List<Times>> runs) {
    var table =
        Table.named(
            "Few peers that compute for %d s and stay for %d s: T_Blocking, in seconds"
                .formatted(FEW_LEAD, FEW_LOCKED),
            "peers",
            Variant.AT_ACQUIRE.label(),
            Variant.AT_GRANT.label(),
            Variant.DELTA.label());
    for (int peers : FEW_PEERS) {
      table.row(
          String.valueOf(peers),
          Arrays.stream(Variant.values())
              .map(variant -> Measure.of(of(runs, few(peers, variant), Times::blocking).mean()))
              .toList());
    }
    return table.build();
  }

  private Chart chart(Map<Cell, List<Times>> runs, int locked) {
    var chart =
        Chart.named(name() + "-" + locked + "s")
            .title("Mean times with T_locked = %d s (50 peers, 50 MiB)".formatted(locked))
            .description(
                "The cycle and the waiting time hardly change; the blocking time falls with the"
                    + " time before acquire.")
            .x(Axis.linear("T_Wblocked (s)"))
            .y(Axis.linear("seconds"));
    add(chart, "T_DHO", runs, locked, Times::cycle);
    add(chart, "T_Wait", runs, locked, Times::waiting);
    add(chart, "T_Blocking", runs, locked, Times::blocking);
    return chart.build();
  }

  private void add(
      Chart.Builder chart,
      String label,
      Map<Cell, List<Times>> runs,
      int locked,
      ToDoubleFunction<Times> what) {
    chart.add(Series.line(label, points(runs, locked, Variant.AT_GRANT, what)));
    chart.add(
        Series.dashed(label + ", delta", points(runs, locked, Variant.DELTA, what)).like(label));
  }

  private List<Point> points(
      Map<Cell, List<Times>> runs, int locked, Variant variant, ToDoubleFunction<Times> what) {
    return leads.stream()
        .map(lead -> of(runs, new Cell(DhoSetup.PEERS, locked, lead, variant), what).at(lead))
        .toList();
  }

  private static Csv csv(Map<Cell, List<Times>> runs, int locked) {
    var csv =
        Csv.withColumns(
            "peers",
            "T_locked (s)",
            "T_Wblocked (s)",
            "fetch",
            "runs",
            "arithmetic T_DHO (s)",
            "T_DHO (s)",
            "T_Wait (s)",
            "T_Blocking (s)");
    runs.forEach(
        (cell, measured) -> {
          if (cell.locked == locked || cell.peers != DhoSetup.PEERS) {
            csv.row(
                cell.peers,
                cell.locked,
                cell.lead,
                cell.variant.label(),
                measured.size(),
                DhoSetup.turns(cell.peers, locked(cell)),
                of(runs, cell, Times::cycle).mean(),
                of(runs, cell, Times::waiting).mean(),
                of(runs, cell, Times::blocking).mean());
          }
        });
    return csv;
  }
}
