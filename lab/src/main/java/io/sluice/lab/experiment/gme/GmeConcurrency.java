package io.sluice.lab.experiment.gme;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Grid;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.PaperValue;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.Trial;
import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Panels;
import io.sluice.lab.report.chart.Point;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.page.Comparison;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Measure;
import io.sluice.lab.report.page.Section;
import io.sluice.lab.simulate.Nanos;
import io.sluice.lab.simulate.Workload;
import io.sluice.lab.simulate.audit.OccupancySeries;
import io.sluice.lab.simulate.audit.OccupancySeries.Step;
import io.sluice.lab.simulate.audit.Session;
import io.sluice.protocol.Algorithm;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToIntFunction;

/** Fig. 3 to 5: how many nodes of each group ask and are inside, over time. */
public final class GmeConcurrency implements Experiment {

  static final int SIZE = 6;
  private static final int SECONDS = 6;
  private static final GmeSetup SETUP = GmeSetup.of(2 * SIZE, Workload.UNLIMITED, "300ms", "300ms");

  /** A round: each of the two groups has been inside once. */
  private static final int SESSIONS_A_ROUND = 2;

  private final List<GmeAlgorithm> algorithms;
  private final int ownSeeds;

  public GmeConcurrency() {
    this(GmeAlgorithm.ALL, 20);
  }

  private GmeConcurrency(List<GmeAlgorithm> algorithms, int ownSeeds) {
    this.algorithms = algorithms;
    this.ownSeeds = ownSeeds;
  }

  /** One run: the sessions that ended before it did, and the series of both groups. */
  record Watched(List<Session> sessions, OccupancySeries series) {

    /** The sessions after the given number of rounds. */
    List<Session> after(int rounds) {
      return sessions.subList(
          Math.min(sessions.size(), rounds * SESSIONS_A_ROUND), sessions.size());
    }
  }

  @Override
  public String name() {
    return "gme-concurrency";
  }

  @Override
  public String title() {
    return "Group mutual exclusion: concurrency";
  }

  @Override
  public String summary() {
    return "shows how many of two groups of 6 nodes ask and are inside over time (Fig. 3 to"
        + " 5)";
  }

  @Override
  public Optional<Experiment> forLiveNodes() {
    return Optional.of(new GmeConcurrency(GmeAlgorithm.PAPERS_AND_FORKS, 5));
  }

  /**
   * The paper's own pace: a run takes seconds, and a scaled hold time of 60 ms would be only a few
   * messages long.
   */
  @Override
  public double liveScale() {
    return 1;
  }

  @Override
  public Section run(Options options, Progress progress) {
    int seeds = options.seedsOr(ownSeeds);
    boolean withLatecomers = algorithms.contains(GmeAlgorithm.ROOMS_ADMITTING);
    var runs =
        Grid.run(
            name(),
            algorithms,
            _ -> seeds,
            (algorithm, seed) -> watch(algorithm.algorithm(SETUP.nodes()), seed, options),
            options,
            progress.part(0, withLatecomers ? 0.5 : 1));
    var section = describe(seeds, options);
    section.figure(
        Figure.of(
            panels(runs),
            "Seed 1. Outlined: how many ask or are inside; filled: how many are inside. The second"
                + " group is drawn below the axis. Full sessions fill their outline."));
    if (withLatecomers) {
      GmeLatecomers.watch(name(), seeds, options, progress.part(0.5, 1)).report(section, name());
    }
    return section
        .compare("Sessions after the first round, over all seeds (Fig. 3 to 5)", comparisons(runs))
        .note(
            "A session lasts from the first entry of a group until none of its nodes is"
                + " inside; it is full if all six nodes are inside at some moment. The first round,"
                + " one session of each group, is left out, as in the paper; so is the session that"
                + " the end of the run cuts short.")
        .build();
  }

  /** Runs the algorithm once and records its sessions. */
  static Watched watch(Algorithm<?, ?> algorithm, long seed, Options options) {
    var series = new OccupancySeries(SETUP.layout());
    var simulation =
        SETUP.simulation(algorithm).duration(Nanos.parse(SECONDS + "s")).sessions().audit(series);
    var outcome = Trial.runSound(simulation, seed, options);
    var whole =
        outcome.sessions().stream()
            .filter(session -> session.end() < outcome.simulatedNanos())
            .toList();
    return new Watched(whole, series);
  }

  private Section.Builder describe(int seeds, Options options) {
    var section =
        Section.named(name(), title())
            .paper(
                "Twelve nodes, six in each group, ask for the critical section repeatedly."
                    + " Fig. 3 (2-FGME) and Fig. 4 (RA2) show sessions that all six nodes of a"
                    + " group enter, except in the first round; Fig. 5 (RA1) shows only some of"
                    + " them inside.")
            .parameter("nodes", "12: 6 against 6", GmeSetup.PAPER)
            .parameter("P = inCS", "300 ms", GmeSetup.PAPER)
            .parameter("duration", SECONDS + " s", GmeSetup.OURS);
    return GmeSetup.describe(
        section, algorithms, seeds, "ours; the paper shows one run each", options);
  }

  private Panels panels(Map<GmeAlgorithm, List<Watched>> runs) {
    var charts = new ArrayList<Chart>();
    runs.forEach((algorithm, watched) -> charts.add(chart(algorithm, watched.getFirst().series)));
    return new Panels(
        name(),
        "Nodes that ask and nodes inside (P = inCS = 300 ms)",
        "Steps over time, for each algorithm; the first group counts upwards, the second downwards"
            + " from the axis.",
        charts);
  }

  private Chart chart(GmeAlgorithm algorithm, OccupancySeries series) {
    return Chart.named(name() + "-" + algorithm.slug())
        .title(algorithm.label())
        .x(Axis.linear("time (s)"))
        .y(Axis.mirrored("nodes"))
        .add(steps("group A: asks or inside", series, 0, Step::engaged).like("A"))
        .add(steps("group A: inside", series, 0, Step::inside).like("A").withFill())
        .add(steps("group B: asks or inside", series, 1, Step::engaged).like("B"))
        .add(steps("group B: inside", series, 1, Step::inside).like("B").withFill())
        .build();
  }

  private static Series steps(
      String name, OccupancySeries series, int group, ToIntFunction<Step> count) {
    int sign = group == 0 ? 1 : -1;
    var points = new ArrayList<Point>();
    for (var step : series.of(group)) {
      points.add(Point.of(Nanos.seconds(step.at()), sign * count.applyAsInt(step)));
    }
    points.add(Point.of(SECONDS, points.getLast().y()));
    return Series.step(name, points);
  }

  private static Comparison[] comparisons(Map<GmeAlgorithm, List<Watched>> runs) {
    var rows = new ArrayList<Comparison>();
    runs.forEach(
        (algorithm, watched) -> {
          rows.add(full(algorithm, watched));
          if (algorithm == GmeAlgorithm.RA1) {
            rows.add(largest("first", 0, 3, watched));
            rows.add(largest("second", 1, 4, watched));
          }
        });
    return rows.toArray(Comparison[]::new);
  }

  private static Comparison full(GmeAlgorithm algorithm, List<Watched> watched) {
    var sessions = watched.stream().flatMap(run -> run.after(1).stream()).toList();
    boolean expected = algorithm != GmeAlgorithm.RA1;
    long asExpected = sessions.stream().filter(session -> isFull(session) == expected).count();
    String what =
        switch (algorithm) {
          case TWO_FGME, RA2 -> ": full sessions";
          case RA1 -> ": sessions that are not full";
          case FORKS, ROOMS, ROOMS_ADMITTING -> ", against 2-FGME as printed: full sessions";
        };
    String why =
        algorithm == GmeAlgorithm.ROOMS
            ? "First come, first served between the groups: a node that asks after a node of"
                + " the other group enters after it, so the more mixed the requests, the smaller"
                + " the sessions."
            : "Not in every run.";
    return new PaperValue(
            algorithm.label() + what, new Measure("every one", OptionalDouble.of(1)), why)
        .beside(
            new Measure(
                String.format(Locale.ROOT, "%,d of %,d", asExpected, sessions.size()),
                OptionalDouble.of((double) asExpected / sessions.size())));
  }

  /** Whether all nodes of the group were inside at some moment. */
  static boolean isFull(Session session) {
    return session.peak() == SIZE;
  }

  /** The largest number of nodes of one group inside at once, averaged over the runs. */
  private static Comparison largest(String which, int group, double printed, List<Watched> runs) {
    var peaks =
        Statistics.of(
            runs.stream()
                .map(
                    run ->
                        run.after(1).stream()
                            .filter(session -> session.group() == group)
                            .mapToInt(Session::peak)
                            .max()
                            .orElse(0))
                .toList());
    return PaperValue.of(
            "RA1: most of the " + which + " group inside at once",
            printed,
            String.format(
                Locale.ROOT,
                "Mean over the seeds, which range from %.0f to %.0f: RA1 serves requests in"
                    + " the order of their timestamps, so the result depends on the order of the"
                    + " first requests.",
                peaks.min(),
                peaks.max()))
        .beside(peaks.mean());
  }
}
