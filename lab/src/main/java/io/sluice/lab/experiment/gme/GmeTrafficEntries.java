package io.sluice.lab.experiment.gme;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Fit;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.gme.GmeTraffic.PrintedCount;
import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.page.Comparison;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Fig. 6: messages against entries per node. */
public final class GmeTrafficEntries implements Experiment {

  private static final int NODES = 12;

  /** Every fourth from 2 to 50: the values that the paper prints are among them. */
  private static final List<Integer> EVERY_FOURTH =
      IntStream.iterate(2, y -> y <= 50, y -> y + 4).boxed().toList();

  /** Enough for a straight line, again with the values that the paper prints. */
  private static final List<Integer> EVERY_EIGHTH =
      IntStream.iterate(2, y -> y <= 50, y -> y + 8).boxed().toList();

  private static final List<PrintedCount> PRINTED =
      List.of(
          new PrintedCount(GmeAlgorithm.TWO_FGME, 18, 3748),
          new PrintedCount(GmeAlgorithm.RA2, 18, 5176),
          new PrintedCount(GmeAlgorithm.TWO_FGME, 50, 10327),
          new PrintedCount(GmeAlgorithm.RA2, 50, 15843));

  private final List<GmeAlgorithm> algorithms;
  private final List<Integer> entries;
  private final int ownSeeds;
  private final boolean asPrinted;

  public GmeTrafficEntries() {
    this(GmeAlgorithm.ALL, EVERY_FOURTH, 20, true);
  }

  /**
   * @param asPrinted whether to run the printed pseudo-code too, which is known to deadlock
   */
  private GmeTrafficEntries(
      List<GmeAlgorithm> algorithms, List<Integer> entries, int ownSeeds, boolean asPrinted) {
    this.algorithms = algorithms;
    this.entries = entries;
    this.ownSeeds = ownSeeds;
    this.asPrinted = asPrinted;
  }

  @Override
  public String name() {
    return "gme-traffic-entries";
  }

  @Override
  public String title() {
    return "Group mutual exclusion: messages against entries";
  }

  @Override
  public String summary() {
    return "counts the messages of 12 nodes that each enter 2 to 50 times (Fig. 6)";
  }

  @Override
  public Optional<Experiment> forLiveNodes() {
    return Optional.of(
        new GmeTrafficEntries(GmeAlgorithm.PAPERS_AND_FORKS, EVERY_EIGHTH, 1, false));
  }

  @Override
  public Section run(Options options, Progress progress) {
    int seeds = options.seedsOr(ownSeeds);
    var traffic =
        GmeTraffic.count(
            name(),
            GmeTraffic.cells(algorithms, entries),
            _ -> seeds,
            each -> GmeSetup.of(NODES, each, "1s", "1s"),
            options,
            asPrinted ? progress.part(0, 0.9) : progress);
    var section = describe(seeds, options);
    section
        .figure(
            new Figure.Plot(
                chart(traffic),
                traffic.csv("entries per node"),
                "All messages of 12 nodes until each has entered y times: mean over the"
                    + " seeds, with a band from the smallest to the largest. Rings: printed in the"
                    + " paper."))
        .compare("Messages, mean over the seeds (Fig. 6)", comparisons(traffic));
    for (var algorithm : algorithms) {
      var fit = Fit.linear(traffic.points(algorithm));
      section.note("Linear fit, " + algorithm.label() + ": " + fit.formula("y") + ".");
    }
    if (asPrinted) {
      GmeAsPrinted.report(section, seeds, name(), options, progress.part(0.9, 1));
    }
    return section.build();
  }

  private Section.Builder describe(int seeds, Options options) {
    var section =
        Section.named(name(), title())
            .paper(
                "Twelve nodes, six in each group, stay inside for inCS and ask again a time P"
                    + " after the release, y times each; all messages are counted. Fig. 6 finds"
                    + " them linear in y, fewest with 2-FGME and most with RA2.")
            .parameter("nodes", "12: 6 against 6", GmeSetup.PAPER)
            .parameter("P = inCS", "1 s", GmeSetup.PAPER)
            .parameter("y", step(), "the paper's range, our step");
    return GmeSetup.describe(
        section, algorithms, seeds, "ours; the paper averages 3 runs", options);
  }

  private String step() {
    return "%d to %d in steps of %d"
        .formatted(entries.getFirst(), entries.getLast(), entries.get(1) - entries.getFirst());
  }

  private Chart chart(GmeTraffic traffic) {
    var chart =
        Chart.named(name())
            .title("Messages against entries (12 nodes, P = inCS = 1 s)")
            .description("Messages grow linearly with the entries per node, for every algorithm.")
            .x(Axis.linear("entries per node, y"))
            .y(Axis.linear("messages"));
    traffic.drawOn(chart);
    PRINTED.forEach(printed -> printed.mark(chart));
    return chart.build();
  }

  private static Comparison[] comparisons(GmeTraffic traffic) {
    var rows = new ArrayList<Comparison>();
    PRINTED.forEach(printed -> rows.add(printed.beside("y", traffic)));
    rows.add(saving(traffic, 18, 27.58));
    rows.add(saving(traffic, 50, 34.81));
    return rows.toArray(Comparison[]::new);
  }

  private static Comparison saving(GmeTraffic traffic, int entries, double printed) {
    return GmeTraffic.saving("y", entries, printed, traffic);
  }
}
