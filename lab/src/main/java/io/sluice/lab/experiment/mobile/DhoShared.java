package io.sluice.lab.experiment.mobile;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Grid;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.PaperValue;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.Trial;
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
import io.sluice.protocol.mobile.RwLmp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Fig. 12 and 13: cycles of reads and writes. */
public final class DhoShared implements Experiment {

  private static final String WRITES = "write cycles";
  private static final String READS = "read cycles";

  /** T_locked in both kinds of cycles in Fig. 13, in seconds. */
  private static final int FIG_13_LOCKED = 10;

  private static final int FIG_13_LEAD = 10;

  private static final double PRINTED_WRITE = 423;
  private static final double PRINTED_READ = 457;

  private final List<Integer> locked;
  private final List<Integer> leads;
  private final int cycles;

  /** One setting; times in seconds. */
  private record Cell(int writing, int reading, int lead, Variant variant) {
    int locked(Claim claim) {
      return claim.equals(Claim.SHARED) ? reading : writing;
    }
  }

  /** Mean T_DHO, in seconds. */
  private record Cycles(double writing, double reading) {
    double of(Claim claim) {
      return claim.equals(Claim.SHARED) ? reading : writing;
    }
  }

  public DhoShared() {
    this(List.of(0, 5, 10, 15), List.of(0, 5, 10, 15, 20), 200);
  }

  private DhoShared(List<Integer> locked, List<Integer> leads, int cycles) {
    this.locked = locked;
    this.leads = leads;
    this.cycles = cycles;
  }

  @Override
  public String name() {
    return "dho-shared";
  }

  @Override
  public String title() {
    return "Data handover: cycles of reads and writes";
  }

  @Override
  public String summary() {
    return "measures the cycles of 50 peers that read and write 50 MiB, against the times inside"
        + " and before acquire (Fig. 12, 13)";
  }

  @Override
  public Experiment quick() {
    return new DhoShared(List.of(0, 10), List.of(0, 10), 10);
  }

  @Override
  public Section run(Options options, Progress progress) {
    int seeds = options.seedsOr(3);
    var cells = new ArrayList<Cell>();
    for (var variant : Variant.values()) {
      for (int writing : locked) {
        locked.forEach(reading -> cells.add(new Cell(writing, reading, 0, variant)));
      }
      leads.stream()
          .map(lead -> fig13(lead, variant))
          .filter(cell -> !cells.contains(cell))
          .forEach(cells::add);
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

  private static Cell fig13(int lead, Variant variant) {
    return new Cell(FIG_13_LOCKED, FIG_13_LOCKED, lead, variant);
  }

  private Cycles measure(Cell cell, long seed, Options options) {
    long lead = Nanos.parse(cell.lead + "s");
    var meter = new DhoMeter(lead);
    var workload =
        Workload.entries(cycles)
            .claims(_ -> List.of(Claim.SHARED, Claim.EXCLUSIVE))
            .think(Delay.NONE)
            .holdOf(claim -> Delay.millis(1000L * cell.locked(claim)))
            .start(new Start.Within(DhoSetup.FIRST_ASKS));
    var _ =
        Trial.runSound(
            Simulation.of(RwLmp.ALGORITHM, Layout.plain(DhoSetup.PEERS))
                .workload(workload)
                .network(DhoSetup.network(DhoSetup.PEERS))
                .data(cell.variant.data(lead))
                .audit(meter),
            seed,
            options);
    return new Cycles(meter.times(Claim.EXCLUSIVE).cycle(), meter.times(Claim.SHARED).cycle());
  }

  private static Statistics of(Map<Cell, List<Cycles>> runs, Cell cell, Claim claim) {
    return Statistics.of(
        Objects.requireNonNull(runs.get(cell)).stream().map(each -> each.of(claim)).toList());
  }

  private static double mean(Map<Cell, List<Cycles>> runs, Cell cell, Claim claim) {
    return of(runs, cell, claim).mean();
  }

  /** Plain arithmetic: every request enters alone. */
  private static double allAlone(Cell cell) {
    double turns = cell.writing + cell.reading + 2 * DhoSetup.fetch();
    return DhoSetup.PEERS / 2.0 * turns;
  }

  /**
   * Plain arithmetic: half of the requests are reads, in random order, so that every second read
   * begins a new group, and the others of its group cost nothing.
   */
  private static double readersTogether(Cell cell) {
    double write = cell.writing + DhoSetup.fetch();
    double group = cell.reading + DhoSetup.fetch();
    return DhoSetup.PEERS / 2.0 * (write + group / 2);
  }

  private Section section(Map<Cell, List<Cycles>> runs, int seeds) {
    var paperCell = fig13(FIG_13_LEAD, Variant.AT_GRANT);
    return DhoSetup.describe(Section.named(name(), title()))
        .paper(
            "Section 6.2: the peers claim the resource for reading and for writing in a different"
                + " order. Fig. 12 varies T_locked in write and in read cycles with T_Wblocked = 0;"
                + " both times grow, a bit less for reads. Fig. 13 sets T_locked to 10 s and varies"
                + " T_Wblocked: with 10 s, T_DHO is about 423 s in write and 457 s in read cycles.")
        .parameter("cycles", cycles + " for each peer", DhoSetup.PAPER)
        .parameter(
            "reads and writes",
            "each cycle is one or the other, with equal chance",
            "ours; the paper says “in a different order”")
        .parameter("T_locked", DhoSetup.seconds(locked) + " in either kind (Fig. 12)", "ours")
        .parameter("T_locked", FIG_13_LOCKED + " s in both (Fig. 13)", DhoSetup.PAPER)
        .parameter(
            "T_Wblocked",
            DhoSetup.seconds(leads) + " (Fig. 13)",
            "ours; the paper names 5 and 10 s")
        .parameter("lock", "rw-lmp", DhoSetup.PAPER)
        .parameter(
            "source of a reader",
            "the last writer, whose link the readers of a group share; for deltas, the least busy"
                + " peer that has the newest version",
            "ours")
        .parameter("seeds", seeds + " for each point: 1 to " + seeds, "ours")
        .figure(fig12(runs, "a", Claim.EXCLUSIVE))
        .figure(fig12(runs, "b", Claim.SHARED))
        .figure(
            new Figure.Plot(
                fig13(runs),
                csv(runs),
                "T_locked = 10 s in both kinds of cycles; all bytes move at the grant, or only what"
                    + " changed. Rings: printed. Dashed: plain arithmetic, with every request"
                    + " alone, or with all readers between two writers together."))
        .compare(
            "T_DHO with T_locked = T_Wblocked = 10 s (Fig. 13)",
            beside("write cycles", PRINTED_WRITE, runs, paperCell, Claim.EXCLUSIVE),
            beside("read cycles", PRINTED_READ, runs, paperCell, Claim.SHARED))
        .compare("Writes and reads (Fig. 12)", shorterReads(runs))
        .expect("T_DHO with T_locked = 10 s, readers together", arithmetic(runs))
        .table(sideBySide(runs))
        .note(
            "The curves of Fig. 12 and 13 cannot be read: the text at hand has the captions without"
                + " the pictures. The two values above are all that it prints.")
        .note(
            "Print lies between the two arithmetics, and so do our cycles. The text explains longer"
                + " reads by readers that call acquire one after the other while the read manager"
                + " keeps the token. With 50 peers that cannot happen: every reader of a group has"
                + " called acquire minutes before, so T_Wblocked changes nothing here. What makes a"
                + " group longer than one reader is the source's link, which its readers share.")
        .build();
  }

  private static Comparison beside(
      String what, double printed, Map<Cell, List<Cycles>> runs, Cell cell, Claim claim) {
    return new PaperValue(
            "T_DHO, " + what,
            Measure.of(printed, "s"),
            "Plain arithmetic: %s s with readers together, %s s with every request alone."
                .formatted(
                    Measure.of(readersTogether(cell)).text(), Measure.of(allAlone(cell)).text()))
        .beside(Measure.of(mean(runs, cell, claim), "s"));
  }

  /** Whether reads take a bit less, over all settings of Fig. 12. */
  private Comparison shorterReads(Map<Cell, List<Cycles>> runs) {
    double writes = 0;
    double reads = 0;
    for (int writing : locked) {
      for (int reading : locked) {
        var cell = new Cell(writing, reading, 0, Variant.AT_GRANT);
        writes += mean(runs, cell, Claim.EXCLUSIVE);
        reads += mean(runs, cell, Claim.SHARED);
      }
    }
    double ratio = reads / writes;
    String ours = ratio < 1 && ratio > 0.9 ? "a bit less" : ratio >= 1 ? "more" : "much less";
    return new PaperValue(
            "read cycles against write cycles",
            Measure.text("a bit less"),
            "Reads : writes is %s over all settings.".formatted(Measure.of(ratio).text()))
        .beside(Measure.text(ours));
  }

  private Comparison[] arithmetic(Map<Cell, List<Cycles>> runs) {
    var rows = new ArrayList<Comparison>();
    for (var variant : Variant.values()) {
      var cell = fig13(0, variant);
      double both = (mean(runs, cell, Claim.EXCLUSIVE) + mean(runs, cell, Claim.SHARED)) / 2;
      rows.add(
          new PaperValue(
                  "all cycles, " + variant.label(),
                  Measure.of(readersTogether(cell), "s"),
                  "Few cycles: the first, in which a peer waits for half of the others, weighs"
                      + " more.")
              .beside(Measure.of(both, "s")));
    }
    return rows.toArray(Comparison[]::new);
  }

  private Table sideBySide(Map<Cell, List<Cycles>> runs) {
    var table =
        Table.named(
            "Mean T_DHO in seconds, side by side: write / read cycles",
            "T_locked write, read; T_Wblocked",
            "printed",
            "readers together",
            "all alone",
            Variant.AT_ACQUIRE.label(),
            Variant.AT_GRANT.label(),
            Variant.DELTA.label());
    for (var cell : runs.keySet()) {
      if (cell.variant != Variant.AT_GRANT) {
        continue;
      }
      var row = new ArrayList<Measure>();
      boolean printed = cell.equals(fig13(FIG_13_LEAD, Variant.AT_GRANT));
      row.add(
          Measure.text(
              printed ? "%.0f / %.0f".formatted(PRINTED_WRITE, PRINTED_READ) : "not readable"));
      row.add(Measure.of(readersTogether(cell)));
      row.add(Measure.of(allAlone(cell)));
      for (var variant : Variant.values()) {
        var same = new Cell(cell.writing, cell.reading, cell.lead, variant);
        row.add(
            Measure.text(
                Measure.of(mean(runs, same, Claim.EXCLUSIVE)).text()
                    + " / "
                    + Measure.of(mean(runs, same, Claim.SHARED)).text()));
      }
      table.row("%d s, %d s; %d s".formatted(cell.writing, cell.reading, cell.lead), row);
    }
    return table.build();
  }

  private Figure fig12(Map<Cell, List<Cycles>> runs, String part, Claim claim) {
    boolean reads = claim.equals(Claim.SHARED);
    var chart =
        Chart.named(name() + "-12" + part)
            .title("T_DHO of %s (50 peers, T_Wblocked = 0)".formatted(reads ? READS : WRITES))
            .description("The cycle grows with the time inside, of writes more than of reads.")
            .x(Axis.linear("T_locked in %s (s)".formatted(reads ? READS : WRITES)))
            .y(Axis.linear("T_DHO (s)"));
    for (int other : locked) {
      var points = new ArrayList<Point>();
      for (int own : locked) {
        var cell = new Cell(reads ? other : own, reads ? own : other, 0, Variant.AT_GRANT);
        points.add(of(runs, cell, claim).at(own));
      }
      chart.add(Series.line("%d s in %s".formatted(other, reads ? WRITES : READS), points));
    }
    return Figure.of(
        chart.build(),
        "Fig. 12%s: one line for each T_locked in the other kind of cycle; all bytes move at the"
                .formatted(part)
            + " grant.");
  }

  private Chart fig13(Map<Cell, List<Cycles>> runs) {
    var chart =
        Chart.named(name() + "-13")
            .title("T_DHO with T_locked = 10 s (50 peers)")
            .description("The time before acquire changes nothing, since grants come later.")
            .x(Axis.linear("T_Wblocked (s)"))
            .y(Axis.linear("T_DHO (s)"));
    for (var variant : List.of(Variant.AT_GRANT, Variant.DELTA)) {
      chart.add(line(runs, WRITES, variant, Claim.EXCLUSIVE));
      chart.add(line(runs, READS, variant, Claim.SHARED));
    }
    var cell = fig13(0, Variant.AT_GRANT);
    chart.add(flat("readers together", readersTogether(cell)));
    chart.add(flat("every request alone", allAlone(cell)));
    chart.mark(FIG_13_LEAD, PRINTED_WRITE, "423", WRITES + ", at grant");
    chart.mark(FIG_13_LEAD, PRINTED_READ, "457", READS + ", at grant");
    return chart.build();
  }

  private Series line(Map<Cell, List<Cycles>> runs, String label, Variant variant, Claim claim) {
    return Series.line(
        label + ", " + variant.label(),
        leads.stream().map(lead -> of(runs, fig13(lead, variant), claim).at(lead)).toList());
  }

  private Series flat(String label, double value) {
    return Series.dashed(label, leads.stream().map(lead -> Point.of(lead, value)).toList());
  }

  private static Csv csv(Map<Cell, List<Cycles>> runs) {
    var csv =
        Csv.withColumns(
            "T_locked write (s)",
            "T_locked read (s)",
            "T_Wblocked (s)",
            "fetch",
            "runs",
            "arithmetic, readers together (s)",
            "arithmetic, all alone (s)",
            "T_DHO write (s)",
            "T_DHO read (s)");
    runs.forEach(
        (cell, measured) ->
            csv.row(
                cell.writing,
                cell.reading,
                cell.lead,
                cell.variant.label(),
                measured.size(),
                readersTogether(cell),
                allAlone(cell),
                mean(runs, cell, Claim.EXCLUSIVE),
                mean(runs, cell, Claim.SHARED)));
    return csv;
  }
}
