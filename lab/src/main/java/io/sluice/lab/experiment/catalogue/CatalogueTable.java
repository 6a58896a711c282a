package io.sluice.lab.experiment.catalogue;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.catalogue.CatalogueCosts.Cost;
import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Point;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.page.Comparison;
import io.sluice.lab.report.page.Csv;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Measure;
import io.sluice.lab.report.page.Section;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** What an entry costs with every protocol of the catalogue, measured and by formula. */
public final class CatalogueTable implements Experiment {

  static final List<Integer> SIZES = List.of(4, 9, 16, 25, 49, 100);

  private final List<Integer> sizes;

  public CatalogueTable() {
    this(SIZES);
  }

  /** The same for other numbers of nodes. */
  CatalogueTable(List<Integer> sizes) {
    this.sizes = sizes;
  }

  @Override
  public String name() {
    return "catalogue";
  }

  @Override
  public String title() {
    return "The catalogue: what an entry costs";
  }

  @Override
  public String summary() {
    return "measures messages per entry, client delay and synchronisation delay of every protocol"
        + " for 4 to 100 nodes, beside the formulas";
  }

  @Override
  public Experiment quick() {
    return new CatalogueTable(List.of(4, 16));
  }

  @Override
  public Section run(Options options, Progress progress) {
    var costs = CatalogueCosts.measure(sizes, options, progress);
    var section = describe(options);
    section
        .figure(
            new Figure.Plot(
                chart(costs, Quantity.MESSAGES, "Messages per entry without competition"),
                csv(costs),
                "Mean over the nodes that ask. The table has all quantities of all protocols,"
                    + " with the cheapest and the most expensive entry and the formulas."))
        .figure(
            Figure.of(
                chart(costs, Quantity.MESSAGES_BUSY, "Messages per entry when all nodes ask"),
                "What one more entry costs when every node asks again as soon as it has"
                    + " released."))
        .figure(
            Figure.of(
                chart(costs, Quantity.SYNCHRONISATION_DELAY, "Synchronisation delay"),
                "Messages in sequence from an exit to the next entry when exactly one node"
                    + " waits: mean over pairs of nodes."));
    for (int nodes : sizes) {
      section.expect(
          "Formula and measurement, N = " + nodes,
          costs.stream()
              .filter(cost -> cost.nodes() == nodes)
              .map(CatalogueTable::comparison)
              .toArray(Comparison[]::new));
    }
    notes(costs, options).forEach(section::note);
    return section.build();
  }

  private Section.Builder describe(Options options) {
    String ours = "ours";
    return Section.named(name(), title())
        .about(
            "Textbooks compare protocols for mutual exclusion by three measures: bandwidth,"
                + " the messages of one entry and exit; client delay, the messages in sequence"
                + " before an entry without competition; synchronisation delay, the messages in"
                + " sequence between an exit and the next entry when one node waits. Here each is"
                + " measured and compared with its formula.")
        .parameter(
            "N",
            sizes.stream().map(String::valueOf).collect(Collectors.joining(", ")),
            "squares, so that all voting sets have the same size")
        .parameter("links", "every message takes the same time, FIFO, reliable", ours)
        .parameter(
            "without competition",
            "every node asks 6 times or more at random moments, far apart; the first third is"
                + " left out",
            ours)
        .parameter(
            "all nodes ask",
            "each node asks again as soon as it has released; entries 4 to 6 of each node: a"
                + " run with six entries each, less a run with three",
            ours)
        .parameter(
            "exactly one node waits", "10 random pairs of nodes for each seed, taking turns", ours)
        .parameter("seeds", Integer.toString(options.seedsOr(CatalogueCosts.SEEDS)), ours);
  }

  private Chart chart(List<Cost> costs, Quantity quantity, String title) {
    var chart =
        Chart.named(name() + "-" + quantity.name().toLowerCase(Locale.ROOT).replace('_', '-'))
            .title(title)
            .description("One line for each protocol, against the number of nodes.")
            .x(Axis.log("nodes, N"))
            .y(
                Axis.log(
                    quantity == Quantity.SYNCHRONISATION_DELAY
                        ? "messages in sequence"
                        : "messages"));
    for (var formula : Formula.DISTINCT) {
      var points =
          costs.stream()
              .filter(c -> c.quantity() == quantity && c.algorithm().equals(formula.name()))
              .map(c -> Point.of(c.nodes(), c.mean()))
              .toList();
      chart.add(Series.line(formula.name(), points));
    }
    return chart.build();
  }

  private static Csv csv(List<Cost> costs) {
    var csv =
        Csv.withColumns(
            "algorithm", "nodes", "quantity", "mean", "min", "max", "formula", "value", "holds");
    for (var cost : costs) {
      csv.row(
          cost.algorithm(),
          cost.nodes(),
          cost.quantity().label(),
          cost.mean(),
          cost.min(),
          cost.max(),
          cost.law().text(),
          cost.law().at(cost.nodes()),
          cost.lawful());
    }
    return csv;
  }

  /** Where the formula is a range there is no single number, and so no ratio. */
  private static Comparison comparison(Cost cost) {
    var law = cost.law();
    String value = law.at(cost.nodes());
    boolean exact = law.exact(cost.nodes());
    String text = law.text().equals(value) ? value : law.text() + " = " + value;
    double least = law.least().applyAsDouble(cost.nodes());
    var printed =
        exact
            ? new Measure(text, OptionalDouble.of(least))
            : Measure.range(text, least, law.mostOnAverage().applyAsDouble(cost.nodes()));
    String range =
        "A mean, from %s to %s."
            .formatted(Measure.of(cost.min()).text(), Measure.of(cost.max()).text());
    String remark = !cost.lawful() ? "Does not meet its formula. " + range : exact ? "" : range;
    return new Comparison(
        cost.algorithm() + ": " + cost.quantity().label(),
        printed,
        Measure.of(cost.mean()),
        remark);
  }

  private List<String> notes(List<Cost> costs, Options options) {
    var failed =
        costs.stream()
            .filter(cost -> !cost.lawful())
            .map(c -> "%s (%s, N = %d)".formatted(c.algorithm(), c.quantity().label(), c.nodes()))
            .collect(Collectors.joining(", "));
    int largest = sizes.getLast();
    var forks = Formula.ALL.getLast();
    return List.of(
        failed.isEmpty()
            ? "All %d measured costs meet their formulas.".formatted(costs.size())
            : "These do not meet their formulas: " + failed + ".",
        "Some slides count N−1 more messages for the exit of ricart-agrawala. Those are the"
            + " replies deferred until the exit, which are already counted for the entry they"
            + " allow.",
        "K is the size of a voting set: a row and a column of a square grid, 2√N−1. In a formula"
            + " log2 N is rounded down: it is the depth of a binary tree.",
        "The charts leave out maekawa-basic, and central and ricart-agrawala-crash, which"
            + " without crashes cost the same as central-fixed and ricart-agrawala.",
        "central and central-fixed: the coordinator's own entries cost nothing and are left out.",
        "A value that is not exact is a mean over the nodes that ask and, with a token, over"
            + " the places where it may be. ring is measured with one node that asks, because its"
            + " token never rests: the number of messages before a request depends only on the"
            + " time. maekawa-basic is not measured with competition, since it deadlocks.",
        ("The messages when all nodes ask leave out one-time costs. These are small, except"
                + " for forks on a plain layout: if %d nodes all ask for the first time at the same"
                + " instant, that round costs %s messages per entry, and every later round 2(N−1).")
            .formatted(
                largest, Measure.of(CatalogueCosts.stampede(forks, largest, options)).text()));
  }
}
