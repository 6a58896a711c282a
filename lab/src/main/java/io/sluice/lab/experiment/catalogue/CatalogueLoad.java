package io.sluice.lab.experiment.catalogue;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Grid;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.PaperValue;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.Trial;
import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.page.Comparison;
import io.sluice.lab.report.page.Csv;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Measure;
import io.sluice.lab.report.page.Section;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Nanos;
import io.sluice.lab.simulate.Network;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.protocol.Layout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Messages per entry and waiting time, from a single node that asks to all nodes asking all the
 * time.
 */
public final class CatalogueLoad implements Experiment {

  private static final int NODES = 25;
  private static final int ENTRIES = 20;
  private static final int SEEDS = 3;
  private static final long HOLD = Nanos.parse("10ms");
  private static final Network NETWORK = Network.of(Delay.millis(1, 5));

  /** Only one node asks. */
  private static final double LONE = 0;

  private static final List<Double> LOADS =
      List.of(0.02, 0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 3.0, 8.0, 25.0);

  private record Cell(Formula formula, double load) {}

  private record Measured(double messages, double waitMillis) {}

  private record Summary(Statistics messages, Statistics waits) {}

  @Override
  public String name() {
    return "catalogue-load";
  }

  @Override
  public String title() {
    return "The catalogue: messages and waits against load";
  }

  @Override
  public String summary() {
    return "counts the messages per entry and the mean wait of 25 nodes, from one node that"
        + " asks to all nodes asking all the time";
  }

  @Override
  public Section run(Options options, Progress progress) {
    int seeds = options.seedsOr(SEEDS);
    var cells = new ArrayList<Cell>();
    for (var formula : Formula.DISTINCT) {
      cells.add(new Cell(formula, LONE));
      LOADS.forEach(load -> cells.add(new Cell(formula, load)));
    }
    var byCell = new LinkedHashMap<Cell, Summary>();
    Grid.run(
            name(),
            cells,
            _ -> seeds,
            (cell, seed) -> measure(cell, seed, options),
            options,
            progress)
        .forEach(
            (cell, runs) ->
                byCell.put(
                    cell,
                    new Summary(
                        Statistics.of(runs.stream().map(Measured::messages).toList()),
                        Statistics.of(runs.stream().map(Measured::waitMillis).toList()))));
    return section(byCell, seeds);
  }

  private static Measured measure(Cell cell, long seed, Options options) {
    // A single node thinks as long as it holds the lock: here the number of nodes that ask is
    // varied.
    long cycle = cell.load == LONE ? 2 * HOLD : (long) (NODES * HOLD / cell.load);
    var workload =
        Workload.entries(cell.load == LONE ? NODES * ENTRIES : ENTRIES)
            .think(new Delay.Exponential(cycle - HOLD, 0))
            .hold(new Delay.Constant(HOLD))
            .asks(node -> cell.load == LONE ? node == NODES / 2 : cell.formula.asks(node));
    var outcome =
        Trial.runSound(
            Simulation.of(cell.formula.algorithm(), Layout.plain(NODES))
                .network(NETWORK)
                .workload(workload),
            seed,
            options);
    return new Measured(outcome.messagesPerEntry(), outcome.waits().meanMillis());
  }

  private Section section(Map<Cell, Summary> byCell, int seeds) {
    var csv =
        Csv.withColumns("algorithm", "load", "messages_per_entry", "min", "max", "mean_wait_ms");
    byCell.forEach(
        (cell, of) ->
            csv.row(
                cell.formula.name(),
                cell.load == LONE ? "one node" : cell.load,
                of.messages.mean(),
                of.messages.min(),
                of.messages.max(),
                of.waits.mean()));
    return Section.named(name(), title())
        .about(
            "Formulas give a protocol's cost without competition, or when all nodes compete."
                + " Between the two, some protocols become cheaper, since a token or a permission"
                + " serves several entries, and some more expensive, since votes must be asked"
                + " back.")
        .parameter("N", Integer.toString(NODES), "ours")
        .parameter("time inside", "10 ms", "ours")
        .parameter("time to think", "exponential, with the mean that gives the load", "ours")
        .parameter("load", "N × time inside ÷ (time to think + time inside), 0.02 to 25", "ours")
        .parameter("entries", ENTRIES + " for each node", "ours")
        .parameter("links", "1 to 5 ms each message, uniform, FIFO, reliable", "ours")
        .parameter("seeds", Integer.toString(seeds), "ours")
        .figure(
            new Figure.Plot(
                chart(
                    "messages",
                    "Messages per entry",
                    "messages per entry",
                    byCell,
                    Summary::messages),
                csv,
                "Mean over the seeds, with a band from the smallest to the largest. At a load"
                    + " of 1 the lock would be held all the time if no node ever had to wait; at 25"
                    + " every node asks again at once."))
        .figure(
            Figure.of(
                chart("waits", "Mean wait", "milliseconds", byCell, Summary::waits),
                "From the request to the grant, mean over all entries of a run."))
        .expect("One node asks, and all nodes ask", comparisons(byCell))
        .note(
            "The table includes a single node that asks without competition: where it keeps"
                + " the token or the permissions, it pays only for the first of its "
                + NODES * ENTRIES
                + " entries. central-fixed's coordinator does not ask.")
        .note(forksBetween(byCell))
        .note(
            "ring: the fewer the requests, the more messages circulate unused. central and"
                + " ricart-agrawala-crash are left out, because without crashes they send the same"
                + " messages as central-fixed and ricart-agrawala; maekawa-basic, because it"
                + " deadlocks.")
        .build();
  }

  private Chart chart(
      String suffix,
      String title,
      String unit,
      Map<Cell, Summary> byCell,
      Function<Summary, Statistics> what) {
    var chart =
        Chart.named(name() + "-" + suffix)
            .title(title + " against load (N = " + NODES + ")")
            .description("One line for each protocol, from a light load to all nodes asking.")
            .x(Axis.log("load"))
            .y(Axis.log(unit));
    for (var formula : Formula.DISTINCT) {
      chart.add(
          Series.line(
              formula.name(),
              LOADS.stream().map(load -> what.apply(at(formula, load, byCell)).at(load)).toList()));
    }
    return chart.build();
  }

  private static Summary at(Formula formula, double load, Map<Cell, Summary> byCell) {
    return Objects.requireNonNull(byCell.get(new Cell(formula, load)));
  }

  /**
   * The formula of forks holds for one node and for all nodes that ask; between the two it costs
   * more.
   */
  private static String forksBetween(Map<Cell, Summary> byCell) {
    var forks = Formula.DISTINCT.getLast();
    double most = 0;
    double at = 0;
    for (double load : LOADS) {
      double messages = at(forks, load, byCell).messages.mean();
      if (messages > most) {
        most = messages;
        at = load;
      }
    }
    return "forks costs most at a load of %s: %s messages per entry, where 2(N−1) is %d."
            .formatted(Measure.of(at).text(), Measure.of(most).text(), 2 * (NODES - 1))
        + " The likely reason: on a plain layout no two nodes can be inside together, so"
        + " letting younger requests pass, which fills the sessions of groups, only moves"
        + " forks back and forth.";
  }

  private static Comparison[] comparisons(Map<Cell, Summary> byCell) {
    var rows = new ArrayList<Comparison>();
    for (var formula : Formula.DISTINCT) {
      double lone = at(formula, LONE, byCell).messages.mean();
      rows.add(row(formula, "one node asks", Quantity.MESSAGES, lone));
      double all = at(formula, LOADS.getLast(), byCell).messages.mean();
      rows.add(row(formula, "all nodes ask", Quantity.MESSAGES_BUSY, all));
    }
    return rows.toArray(Comparison[]::new);
  }

  private static Comparison row(Formula formula, String load, Quantity quantity, double ours) {
    var law = formula.law(quantity);
    String what = formula.name() + ": messages per entry, " + load;
    return law.exact(NODES)
        ? PaperValue.of(
                what,
                law.least().applyAsDouble(NODES),
                "The mean includes the beginning, when every node asks for the first time.")
            .beside(ours)
        : new Comparison(
            what,
            Measure.range(
                law.text() + " = " + law.at(NODES),
                law.least().applyAsDouble(NODES),
                law.mostOnAverage().applyAsDouble(NODES)),
            Measure.of(ours),
            "A mean over all entries, including the first ones.");
  }
}
