package io.sluice.lab.experiment.padme;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Grid;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.PaperValue;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Point;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.page.Comparison;
import io.sluice.lab.report.page.Csv;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Section;
import io.sluice.lab.simulate.Nanos;
import io.sluice.protocol.priority.Models;
import io.sluice.protocol.priority.Models.Requests;
import io.sluice.protocol.priority.SpanningTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

/** Entries and messages in larger trees. */
public final class PadmeScale implements Experiment {

  private static final int SEEDS = 2;

  /** Larger trees run with one seed: a run takes seconds and has enough entries for a mean. */
  private static final int LARGEST_REPEATED = 511;

  private static final long TRANSMISSION = Nanos.parse("1s");

  /**
   * Long enough for a request of the deepest leaf to reach the root, and for the token to return.
   */
  private static final long WARM_UP = Nanos.parse("60s");

  /** The largest first, because it takes longest. */
  private static final List<Integer> PARTICIPANTS = List.of(10_000, 2047, 511, 127, 31, 7);

  private static final List<String> CONFIGURATIONS =
      List.of("FFFF", "FRFF", "FRFU", "FRUF", "FRUU", "LRUU");

  /** With Forward the root queues every participant's request, and larger trees take minutes. */
  private static final int LARGEST_FORWARDED = 2047;

  private final List<Integer> sizes;

  public PadmeScale() {
    this(PARTICIPANTS.getFirst());
  }

  /**
   * @param most the largest number of participants
   */
  PadmeScale(int most) {
    this.sizes = PARTICIPANTS.stream().filter(n -> n <= most).toList();
  }

  private record Cell(String letters, int participants) {}

  @Override
  public String name() {
    return "padme-scale";
  }

  @Override
  public String title() {
    return "PADME: larger trees";
  }

  @Override
  public String summary() {
    return "counts entries and messages in complete binary trees of 7 to 10,000 participants";
  }

  @Override
  public Experiment quick() {
    return new PadmeScale(127);
  }

  @Override
  public Section run(Options options, Progress progress) {
    int seeds = options.seedsOr(SEEDS);
    var cells = new ArrayList<Cell>();
    for (int participants : sizes) {
      CONFIGURATIONS.stream()
          .filter(letters -> isRun(letters, participants))
          .forEach(letters -> cells.add(new Cell(letters, participants)));
    }
    var runs =
        Grid.run(
            name(),
            cells,
            cell -> cell.participants <= LARGEST_REPEATED ? seeds : 1,
            (cell, seed) ->
                new PadmeSetup(cell.participants, TRANSMISSION, WARM_UP, counted(cell.participants))
                    .run(Models.of(cell.letters), seed, options),
            options,
            progress);
    return section(runs, seeds);
  }

  private static boolean isRun(String letters, int participants) {
    return Models.of(letters).request() == Requests.REPLACE || participants <= LARGEST_FORWARDED;
  }

  /** Whole rounds, in each of which every participant can be served, that last at least 360 s. */
  private static long counted(int participants) {
    long round = (long) (participants * secondsOfAnEntry(participants) * 1e9);
    return Math.ceilDiv(PadmeSetup.LENGTH, round) * round;
  }

  /** The time inside, and the mean path from the root to a participant and back. */
  private static double secondsOfAnEntry(int participants) {
    double depth =
        IntStream.range(0, participants).map(SpanningTree.binary()::depth).average().orElseThrow();
    return 1 + 2 * depth * Nanos.seconds(TRANSMISSION);
  }

  private static double throughput(Map<Cell, List<PadmeRun>> runs, String letters, int n) {
    return PadmeRuns.measure(of(runs, letters, n), PadmeRun::entries).mean()
        * PadmeSetup.LENGTH
        / counted(n);
  }

  private Section section(Map<Cell, List<PadmeRun>> runs, int seeds) {
    var section =
        Section.named(name(), title())
            .about(
                "The paper's tree has seven participants. Its analysis predicts larger trees:"
                    + " the token's path is as long as the tree is deep, unless it is used on the"
                    + " way.")
            .parameter("participants", "7 to 10,000 in a complete binary tree", "ours")
            .parameter("t_m", "1 s", PadmeSetup.PAPER)
            .parameter(
                "length of a run",
                "whole rounds in which all are served in turn, at least 360 s, after a"
                    + " warm-up of a minute",
                "ours")
            .parameter("seeds", "one from 2047 participants on: a run has enough entries", "ours");
    return PadmeSetup.describe(section, seeds)
        .figure(
            new Figure.Plot(
                chart(
                    "entries",
                    "Entries in 360 s",
                    "entries",
                    (letters, n) -> throughput(runs, letters, n)),
                csv(runs),
                "All participants ask all the time. FFFF is run up to 2047. Use-Use and Level"
                    + " stay at the optimum of 180 for any size; Fair with Forward falls as the"
                    + " tree grows deeper."))
        .figure(
            Figure.of(
                chart(
                    "messages",
                    "Messages per entry",
                    "messages per entry",
                    (letters, n) ->
                        PadmeRuns.measure(of(runs, letters, n), PadmeRun::messagesPerEntry).mean()),
                "All messages divided by all entries, when all participants ask all the time."))
        .expect("Entries in 360 s, FFFF, against the analysis", analysis(runs))
        .note(
            "The analysis: participants are served in turn, and each time the token goes from"
                + " the root to the participant and back, which is twice its depth in messages, as"
                + " it is not used on the way.")
        .note(
            "With Use-Use the next entry is always one message away. Participants near the"
                + " root then enter far more often than the leaves, but the leaves enter too.")
        .build();
  }

  private Chart chart(
      String suffix, String title, String unit, ToDoubleBiFunction<String, Integer> what) {
    var chart =
        Chart.named(name() + "-" + suffix)
            .title(title + " against participants (t_m = 1 s)")
            .description("One line for each configuration, from 7 to 10,000 participants.")
            .x(Axis.log("participants"))
            .y(Axis.linear(unit));
    for (String letters : CONFIGURATIONS) {
      chart.add(
          Series.line(
              letters,
              sizes.reversed().stream()
                  .filter(n -> isRun(letters, n))
                  .map(n -> Point.of(n, what.applyAsDouble(letters, n)))
                  .toList()));
    }
    return chart.build();
  }

  private static List<PadmeRun> of(Map<Cell, List<PadmeRun>> runs, String letters, int n) {
    return Objects.requireNonNull(runs.get(new Cell(letters, n)));
  }

  private static Csv csv(Map<Cell, List<PadmeRun>> runs) {
    var csv =
        Csv.withColumns(
            "configuration",
            "participants",
            "entries_in_360_s",
            "messages_per_entry",
            "synchronisation_delay_s");
    runs.forEach(
        (cell, ofCell) ->
            csv.row(
                cell.letters,
                cell.participants,
                throughput(runs, cell.letters, cell.participants),
                PadmeRuns.measure(ofCell, PadmeRun::messagesPerEntry).mean(),
                PadmeRuns.measure(ofCell, PadmeRun::synchronisationDelay).mean()));
    return csv;
  }

  /**
   * A round serves all participants in turn: for each the time inside, and the path there and back.
   */
  private Comparison[] analysis(Map<Cell, List<PadmeRun>> runs) {
    var rows = new ArrayList<Comparison>();
    for (int n : sizes.reversed().stream().filter(n -> isRun("FFFF", n)).toList()) {
      double said = Nanos.seconds(PadmeSetup.LENGTH) / secondsOfAnEntry(n);
      rows.add(
          PaperValue.of(
                  n + " participants",
                  said,
                  "A run has served some participants a little" + " more often than others.")
              .beside(throughput(runs, "FFFF", n)));
    }
    return rows.toArray(Comparison[]::new);
  }
}
