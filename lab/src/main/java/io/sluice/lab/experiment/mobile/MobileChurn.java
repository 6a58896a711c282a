package io.sluice.lab.experiment.mobile;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Grid;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.PaperValue;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Statistics;
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
import io.sluice.protocol.mobile.Balancing;
import io.sluice.protocol.mobile.Elmp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** Locks for mobile processes under churn: what it costs, and how high the trees grow. */
public final class MobileChurn implements Experiment {

  private static final List<Balancing> BALANCINGS =
      List.of(Balancing.KEPT, Balancing.KEPT.withArity(4), Balancing.LAZY);

  /** The largest first, because they take longest. */
  private static final List<Integer> SIZES = List.of(1_000_000, 100_000, 10_000, 1000);

  private static final int AT_ONCE = 10_000;

  /** The share of nodes replaced for each entry: 1 % in 1,000 entries, and a margin for chance. */
  static final double SHARE = 1.3e-5;

  /** A storm: few requests, and every node is replaced several times. */
  private static final int STORM_NODES = 1000;

  /** Includes alphas so small that parts of the tree are rebuilt often. */
  private static final List<Balancing> STORMY =
      List.of(
          Balancing.KEPT,
          Balancing.KEPT.withArity(4),
          Balancing.LAZY,
          Balancing.LAZY.withAlpha(120),
          Balancing.LAZY.withAlpha(110));

  private static final int STORM_ENTRIES = 500;
  private static final int STORM_REPLACED = 6;

  private final String name;
  private final List<Integer> sizes;
  private final int entries;

  /**
   * @param most the largest number of nodes
   */
  MobileChurn(String name, int most, int entries) {
    this.name = name;
    this.sizes = SIZES.stream().filter(n -> n <= most).toList();
    this.entries = entries;
  }

  /** With numbers of nodes that take seconds. */
  public static MobileChurn small() {
    return new MobileChurn("mobile-churn", AT_ONCE, 5000);
  }

  /** With up to a million nodes; takes minutes. */
  public static MobileChurn large() {
    return new MobileChurn("mobile-churn-million", SIZES.getFirst(), 10_000);
  }

  private record Cell(Balancing balancing, int nodes, int entries, double replacedPerEntry) {}

  @Override
  public String name() {
    return name;
  }

  @Override
  public String title() {
    return "Mobile processes: %,d to %,d nodes under churn"
        .formatted(sizes.getLast(), sizes.getFirst());
  }

  @Override
  public String summary() {
    return "counts the messages and measures the tree of elmp, with its shape kept or"
        + " balanced lazily, while 1 %% of up to %,d nodes are replaced in 1,000 entries"
            .formatted(sizes.getFirst());
  }

  @Override
  public Experiment quick() {
    return new MobileChurn(name, 1000, 500);
  }

  @Override
  public Section run(Options options, Progress progress) {
    var cells = new ArrayList<Cell>();
    for (int nodes : sizes) {
      BALANCINGS.forEach(balancing -> cells.add(usual(balancing, nodes)));
    }
    STORMY.forEach(balancing -> cells.add(storm(balancing)));
    var runs =
        Grid.run(
            name,
            cells,
            _ -> options.seedsOr(1),
            (cell, seed) ->
                MobileRun.of(
                    Elmp.balanced(cell.balancing),
                    cell.nodes,
                    cell.entries,
                    cell.replacedPerEntry,
                    seed,
                    options),
            options,
            progress);
    return section(runs, options.seedsOr(1));
  }

  private Cell usual(Balancing balancing, int nodes) {
    return new Cell(balancing, nodes, entries, nodes * SHARE);
  }

  private static Cell storm(Balancing balancing) {
    return new Cell(balancing, STORM_NODES, STORM_ENTRIES, STORM_REPLACED);
  }

  /** The largest height allowed: what the strategy promises, and one more. */
  static double bound(Balancing balancing, int nodes) {
    return balancing.alpha().isPresent()
        ? 2 * log(nodes, 2)
        : Math.ceil(log(nodes, balancing.arity()) - 1e-9) + 1;
  }

  private static double log(double value, double base) {
    return Math.log(value) / Math.log(base);
  }

  private static double mean(
      Map<Cell, List<MobileRun>> runs, Cell cell, ToDoubleFunction<MobileRun> what) {
    return Statistics.of(of(runs, cell).stream().mapToDouble(what).boxed().toList()).mean();
  }

  private static double height(Map<Cell, List<MobileRun>> runs, Cell cell) {
    return of(runs, cell).stream().mapToInt(MobileRun::height).max().orElseThrow();
  }

  private static List<MobileRun> of(Map<Cell, List<MobileRun>> runs, Cell cell) {
    return Objects.requireNonNull(runs.get(cell));
  }

  private Section section(Map<Cell, List<MobileRun>> runs, int seeds) {
    return Section.named(name, title())
        .about(
            "Hernane and Gustedt leave open how the tree is balanced: its shape can be kept,"
                + " or parts of it are rebuilt where it has become too high. Either way, they say,"
                + " a request, a join and a departure cost O(log n) messages.")
        .parameter("nodes", "%,d to %,d".formatted(sizes.getLast(), sizes.getFirst()), "ours")
        .parameter("requests", "%,d, one a second on average".formatted(entries), "ours")
        .parameter("replaced", "1 % of the nodes or a little more in 1,000 entries", "ours")
        .parameter("a message takes", "0.1 ms, and an entry 10 ms", "ours")
        .parameter("alpha", "1.5 where the tree is balanced lazily", "ours")
        .parameter("seeds", String.valueOf(seeds), "ours")
        .figure(
            new Figure.Plot(
                chart(
                    "messages",
                    "Messages per request, join or departure",
                    "messages",
                    (cell, _) -> mean(runs, cell, MobileRun::messagesPerOperation),
                    false),
                csv(runs),
                "All messages divided by all requests, joins and departures. On this axis a"
                    + " logarithm is a straight line."))
        .figure(
            Figure.of(
                chart(
                    "height",
                    "The height of the tree",
                    "height",
                    (cell, bound) -> bound ? bound(cell.balancing, cell.nodes) : height(runs, cell),
                    true),
                "The largest height measured; dashed: the largest height allowed."))
        .expect("The height of the tree: allowed and measured", heights(runs))
        .expect("Growth of the cost and of the logarithm of the number of nodes", growth(runs))
        .table(storms(runs))
        .note(
            "A request costs the path up and the answer back, which grow with the height, and"
                + " the swap of places, which does not. A join or departure costs the path down as"
                + " well.")
        .note(
            "Where the shape is kept, the tree never has more levels than needed. With lazy"
                + " balancing the tree drifts: nothing is rebuilt until it is too high. Since the"
                + " lowest leaf takes the place of a departed process, that rarely happens unless"
                + " alpha is small.")
        .build();
  }

  /** The value of a cell that a chart shows, or its bound. */
  @FunctionalInterface
  private interface Value {
    double of(Cell cell, boolean bound);
  }

  private Chart chart(String suffix, String title, String unit, Value value, boolean bounded) {
    var chart =
        Chart.named(name + "-" + suffix)
            .title(title)
            .description("One line for each balancing strategy, against the number of nodes.")
            .x(Axis.log("nodes"))
            .y(Axis.linear(unit));
    for (var balancing : BALANCINGS) {
      String label = Elmp.balanced(balancing).name();
      chart.add(Series.line(label, points(balancing, value, false)));
      if (bounded) {
        chart.add(Series.dashed(label + ", allowed", points(balancing, value, true)).like(label));
      }
    }
    return chart.build();
  }

  private List<Point> points(Balancing balancing, Value value, boolean bound) {
    return sizes.reversed().stream()
        .map(n -> Point.of(n, value.of(usual(balancing, n), bound)))
        .toList();
  }

  private static Csv csv(Map<Cell, List<MobileRun>> runs) {
    var csv =
        Csv.withColumns(
            "protocol",
            "nodes",
            "entries",
            "replaced",
            "replaced_percent_per_1000_entries",
            "messages_per_operation",
            "steps_up_per_request",
            "height",
            "height_allowed",
            "rebuilt_per_replaced");
    runs.forEach(
        (cell, ofCell) ->
            csv.row(
                Elmp.balanced(cell.balancing).name(),
                cell.nodes,
                mean(runs, cell, MobileRun::entries),
                mean(runs, cell, MobileRun::replaced),
                1e5 * mean(runs, cell, MobileRun::replacedPerEntry) / cell.nodes,
                mean(runs, cell, MobileRun::messagesPerOperation),
                mean(runs, cell, MobileRun::stepsPerRequest),
                height(runs, cell),
                bound(cell.balancing, cell.nodes),
                mean(runs, cell, MobileRun::rebuiltPerReplaced)));
    return csv;
  }

  private Comparison[] heights(Map<Cell, List<MobileRun>> runs) {
    var rows = new ArrayList<Comparison>();
    for (var balancing : BALANCINGS) {
      for (int n : sizes.reversed()) {
        String what = "%s, %,d nodes".formatted(Elmp.balanced(balancing).name(), n);
        rows.add(
            new PaperValue(what, Measure.atMost(bound(balancing, n)), "The bound does not hold.")
                .beside(height(runs, usual(balancing, n))));
      }
    }
    return rows.toArray(Comparison[]::new);
  }

  /** The ratio of the costs of the largest and the smallest size, and that of their logarithms. */
  private Comparison[] growth(Map<Cell, List<MobileRun>> runs) {
    return BALANCINGS.stream()
        .map(
            balancing ->
                PaperValue.of(
                        Elmp.balanced(balancing).name() + ": growth of the messages",
                        log(sizes.getFirst(), sizes.getLast()),
                        "A part of the cost does not grow, or the trees have not drifted as"
                            + " far.")
                    .beside(
                        mean(
                                runs,
                                usual(balancing, sizes.getFirst()),
                                MobileRun::messagesPerOperation)
                            / mean(
                                runs,
                                usual(balancing, sizes.getLast()),
                                MobileRun::messagesPerOperation)))
        .toArray(Comparison[]::new);
  }

  private static Table storms(Map<Cell, List<MobileRun>> runs) {
    var table =
        Table.named(
            "A storm: %,d nodes, of which %d are replaced for each entry"
                .formatted(STORM_NODES, STORM_REPLACED),
            "protocol",
            "replaced",
            "messages per operation",
            "height",
            "allowed",
            "rebuilt per replaced process");
    for (var balancing : STORMY) {
      var cell = storm(balancing);
      table.row(
          Elmp.balanced(balancing).name(),
          List.of(
              Measure.of(mean(runs, cell, MobileRun::replaced)),
              Measure.of(mean(runs, cell, MobileRun::messagesPerOperation)),
              Measure.of(height(runs, cell)),
              Measure.of(bound(balancing, cell.nodes)),
              Measure.of(mean(runs, cell, MobileRun::rebuiltPerReplaced))));
    }
    return table.build();
  }
}
