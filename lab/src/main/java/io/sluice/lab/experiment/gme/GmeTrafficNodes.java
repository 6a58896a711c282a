package io.sluice.lab.experiment.gme;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Fit;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.PaperValue;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.gme.GmeTraffic.Cell;
import io.sluice.lab.experiment.gme.GmeTraffic.PrintedCount;
import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.page.Comparison;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Measure;
import io.sluice.lab.report.page.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Fig. 7: messages against the number of nodes, extended to a thousand nodes. */
public final class GmeTrafficNodes implements Experiment {

  private static final int ENTRIES = 10;

  /** One: a run with a thousand nodes sends ten million messages, and its spread is invisible. */
  private static final int SEEDS_BEYOND = 1;

  private static final List<Integer> PAPER =
      IntStream.iterate(6, n -> n <= 24, n -> n + 2).boxed().toList();

  private static final List<Integer> BEYOND = List.of(50, 100, 200, 500, 1000);

  private static final List<PrintedCount> PRINTED =
      List.of(
          new PrintedCount(GmeAlgorithm.TWO_FGME, 12, 2065),
          new PrintedCount(GmeAlgorithm.RA2, 12, 3445),
          new PrintedCount(GmeAlgorithm.RA1, 12, 2640),
          new PrintedCount(GmeAlgorithm.TWO_FGME, 24, 8071),
          new PrintedCount(GmeAlgorithm.RA2, 24, 13395));

  private final List<GmeAlgorithm> algorithms;
  private final int limit;
  private final int ownSeeds;

  public GmeTrafficNodes() {
    this(GmeAlgorithm.ALL, 1000, 20);
  }

  private GmeTrafficNodes(List<GmeAlgorithm> algorithms, int limit, int ownSeeds) {
    this.algorithms = algorithms;
    this.limit = limit;
    this.ownSeeds = ownSeeds;
  }

  @Override
  public String name() {
    return "gme-traffic-nodes";
  }

  @Override
  public String title() {
    return "Group mutual exclusion: messages against nodes";
  }

  @Override
  public String summary() {
    return "counts the messages of 6 to 24 nodes that each enter 10 times (Fig. 7), and of up to"
        + " 1,000";
  }

  @Override
  public Optional<Experiment> forLiveNodes() {
    return Optional.of(new GmeTrafficNodes(GmeAlgorithm.PAPERS_AND_FORKS, PAPER.getLast(), 1));
  }

  @Override
  public Experiment quick() {
    return new GmeTrafficNodes(GmeAlgorithm.ALL, 50, 20);
  }

  @Override
  public Section run(Options options, Progress progress) {
    int seeds = options.seedsOr(ownSeeds);
    var traffic =
        GmeTraffic.count(
            name(),
            cells(),
            cell -> cell.x() <= PAPER.getLast() ? seeds : SEEDS_BEYOND,
            nodes -> GmeSetup.of(nodes, ENTRIES, "1s", "1s"),
            options,
            progress);
    var few = traffic.upTo(PAPER.getLast());
    var section = describe(seeds, options);
    section
        .figure(
            new Figure.Plot(
                chart(few),
                few.csv("nodes"),
                "All messages until each node has entered ten times: mean over the seeds,"
                    + " with a band from the smallest to the largest. Rings: printed in the paper."))
        .compare("Messages, mean over the seeds (Fig. 7)", comparisons(few));
    if (limit > PAPER.getLast()) {
      section.figure(
          new Figure.Plot(
              chartBeyond(traffic),
              traffic.csv("nodes"),
              "The same on logarithmic axes, up to "
                  + Measure.of(limit).text()
                  + " nodes: a straight line of slope 2 is a quadratic law; rooms has a slope"
                  + " of nearly 1."));
      new GmeCrossing(traffic, ENTRIES).report(section, name());
    }
    notes(few).forEach(section::note);
    return section.build();
  }

  private List<Cell> cells() {
    var nodes = Stream.concat(PAPER.stream(), BEYOND.stream()).toList();
    return GmeTraffic.cells(algorithms, nodes).stream()
        .filter(cell -> cell.x() <= reach(cell.algorithm()))
        .toList();
  }

  private Section.Builder describe(int seeds, Options options) {
    var section =
        Section.named(name(), title())
            .paper(
                "As in Fig. 6, with y = 10 entries for each node and from 6 to 24 nodes in two"
                    + " groups of the same size. Fig. 7 finds the messages quadratic in n, and 40 %"
                    + " fewer with 2-FGME than with RA2.")
            .parameter("n", "6 to 24 in steps of 2", "the paper's range, our step")
            .parameter("y", Integer.toString(ENTRIES), GmeSetup.PAPER)
            .parameter("P = inCS", "1 s", GmeSetup.PAPER);
    boolean beyond = limit > PAPER.getLast();
    if (beyond) {
      section.parameter("n beyond", reaches(), "ours");
    }
    return GmeSetup.describe(
        section,
        algorithms,
        seeds,
        "ours; the paper averages 3 runs" + (beyond ? "; beyond 24 nodes one seed" : ""),
        options);
  }

  /**
   * The largest n that is run: our algorithms up to the limit, the others while they are cheap.
   * Their curves are straight by then.
   */
  private int reach(GmeAlgorithm algorithm) {
    return Math.min(
        limit,
        switch (algorithm) {
          case FORKS, ROOMS, ROOMS_ADMITTING -> 1000;
          case TWO_FGME, RA1 -> 200;
          case RA2 -> 100;
        });
  }

  private String reaches() {
    return algorithms.stream()
        .map(algorithm -> algorithm.label() + " to " + Measure.of(reach(algorithm)).text())
        .collect(Collectors.joining(", "));
  }

  private Chart chart(GmeTraffic traffic) {
    var chart =
        Chart.named(name())
            .title("Messages against nodes (y = 10, P = inCS = 1 s)")
            .description(
                "Messages grow with the square of n where each node asks all" + " competitors.")
            .x(Axis.linear("nodes, n"))
            .y(Axis.linear("messages"));
    traffic.drawOn(chart);
    PRINTED.forEach(printed -> printed.mark(chart));
    return chart.build();
  }

  private Chart chartBeyond(GmeTraffic traffic) {
    var chart =
        Chart.named(name() + "-beyond")
            .title("Messages against nodes, beyond the paper (y = 10, P = inCS = 1 s)")
            .description("On logarithmic axes the curves are straight: slope 2, except for rooms.")
            .x(Axis.log("nodes, n"))
            .y(Axis.log("messages"));
    traffic.drawOn(chart);
    return chart.build();
  }

  private static Comparison[] comparisons(GmeTraffic traffic) {
    var rows = new ArrayList<Comparison>();
    PRINTED.forEach(printed -> rows.add(printed.beside("n", traffic)));
    rows.add(GmeTraffic.saving("n", 24, 40, traffic));
    rows.add(ra1Formula(traffic));
    for (int nodes : List.of(12, 24)) {
      rows.add(forks(nodes, traffic));
    }
    return rows.toArray(Comparison[]::new);
  }

  private static Comparison ra1Formula(GmeTraffic traffic) {
    int exact =
        PAPER.stream().filter(n -> isExact(traffic.of(GmeAlgorithm.RA1, n), n)).toList().size();
    return new PaperValue(
            "RA1 sends exactly 2yn(n−1), values of n",
            new Measure("all " + PAPER.size(), OptionalDouble.of(PAPER.size())),
            "Some runs sent a different number of messages.")
        .beside(new Measure("all seeds at " + exact, OptionalDouble.of(exact)));
  }

  private static boolean isExact(Statistics messages, int n) {
    double expected = 2.0 * ENTRIES * n * (n - 1);
    return messages.min() == expected && messages.max() == expected;
  }

  /** The paper has no number for ours, so ours is compared with the paper's best. */
  private static Comparison forks(int nodes, GmeTraffic traffic) {
    var best =
        PRINTED.stream()
            .filter(p -> p.algorithm() == GmeAlgorithm.TWO_FGME && p.x() == nodes)
            .findFirst()
            .orElseThrow();
    return PaperValue.of(
            "forks against 2-FGME as printed, n = " + nodes,
            best.messages(),
            "A different algorithm: an Ask and a Fork for each competitor and entry, and no"
                + " third message after the release.")
        .beside(traffic.of(GmeAlgorithm.FORKS, nodes).mean());
  }

  private static List<String> notes(GmeTraffic traffic) {
    var notes = new ArrayList<String>();
    for (var algorithm :
        List.of(GmeAlgorithm.TWO_FGME, GmeAlgorithm.RA2, GmeAlgorithm.RA1, GmeAlgorithm.FORKS)) {
      var fit = Fit.quadratic(traffic.points(algorithm));
      notes.add("Quadratic fit, " + algorithm.label() + ": " + fit.formula("n") + ".");
    }
    int n = 12;
    notes.add(
        ("The paper gives RA1's total as 2y(n²−1), which is %s for n = %d and y = %d;"
                + " its own measurement, 2,640, is 2yn(n−1): a node sends to the others, not"
                + " to itself.")
            .formatted(Measure.of(2.0 * ENTRIES * (n * n - 1)).text(), n, ENTRIES));
    return notes;
  }
}
