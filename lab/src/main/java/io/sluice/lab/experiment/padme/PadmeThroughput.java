package io.sluice.lab.experiment.padme;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.PaperValue;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.page.Comparison;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Measure;
import io.sluice.lab.report.page.Section;
import io.sluice.lab.simulate.Nanos;
import io.sluice.protocol.priority.Models;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Fig. 8 and 9: how many entries there are in total. */
public final class PadmeThroughput implements Experiment {

  /** The entries of a server in 360 s that the paper prints, for a t_m of 1 s and of 0.5 s. */
  private static final List<Integer> PRINTED_CENTRAL = List.of(120, 170);

  private final SharedPadmeRuns shared;

  public PadmeThroughput(SharedPadmeRuns shared) {
    this.shared = shared;
  }

  @Override
  public String name() {
    return "padme-throughput";
  }

  @Override
  public String title() {
    return "PADME: throughput";
  }

  @Override
  public String summary() {
    return "counts all entries, the delay between two entries, and the messages, in all"
        + " sixteen configurations, compared with a server and the optimum (Fig. 8, 9)";
  }

  @Override
  public Section run(Options options, Progress progress) {
    int seeds = options.seedsOr(PadmeSetup.SEEDS);
    var runs = shared.of(name(), seeds, options, progress);
    var section = describe(seeds);
    for (long transmission : PadmeSetup.TRANSMISSIONS) {
      section.figure(
          new Figure.Plot(
              throughput(runs, transmission),
              runs.csv(transmission),
              "All entries in 360 s, mean over the seeds. The server is process 0 of central-fixed,"
                  + " which does not ask itself; the optimum is one message between two entries."));
    }
    section
        .figure(
            Figure.of(
                delays(runs),
                "From an exit to the next entry while a participant waits; mean over all such"
                    + " pairs. One transmission is the minimum between two participants."))
        .figure(
            Figure.of(
                messages(runs),
                "All messages divided by all entries. Replace saves requests, Use saves"
                    + " replies and releases."));
    for (int k = 0; k < PRINTED_CENTRAL.size(); k++) {
      long transmission = PadmeSetup.TRANSMISSIONS.get(k);
      section.compare(
          "Entries in 360 s, t_m = " + Nanos.format(transmission),
          claims(runs, transmission, PRINTED_CENTRAL.get(k)));
    }
    return notes(section).build();
  }

  private Section.Builder describe(int seeds) {
    var section =
        Section.named(name(), title())
            .paper(
                "Seven participants in a complete binary tree ask all the time. Fig. 8 and 9"
                    + " count all entries in 360 s. The paper finds every configuration at or above"
                    + " a central server, except Fair-Forward-Forward-Forward with a t_m of 1 s,"
                    + " and many above the optimum of one message between two entries: its root"
                    + " could ask twice in a tick, and enter twice without a message.")
            .parameter("participants", "7: 1 high, 2 medium, 4 low", PadmeSetup.PAPER)
            .parameter(
                "t_m",
                "1 s and 0.5 s",
                "the paper's figures; its text has 1 ms and 0.5 ms, which do not fit its 120");
    return PadmeSetup.describe(
        section.parameter("length of a run", "360 s", PadmeSetup.PAPER), seeds);
  }

  private Chart throughput(PadmeRuns runs, long transmission) {
    return Chart.named(name() + "-" + Nanos.format(transmission))
        .title("Entries in 360 s (t_m = " + Nanos.format(transmission) + ")")
        .description("Level and Use-Use reach the optimum; Fair with Forward-Forward does not.")
        .x(PadmeRuns.axis())
        .y(Axis.linear("entries in 360 s"))
        .add(Series.points("PADME", runs.points(transmission, PadmeRun::entries)))
        .add(
            Series.dashed(
                "server", PadmeRuns.level(runs.ofCentral(transmission, PadmeRun::entries).mean())))
        .add(Series.dashed("optimum", PadmeRuns.level(PadmeSetup.optimum(transmission))))
        .build();
  }

  private Chart delays(PadmeRuns runs) {
    var chart =
        Chart.named(name() + "-delay")
            .title("Synchronisation delay")
            .description("One transmission with Level and Use-Use, up to three with Fair.")
            .x(PadmeRuns.axis())
            .y(Axis.linear("transmissions"));
    for (long transmission : PadmeSetup.TRANSMISSIONS) {
      chart.add(
          Series.points(
              "t_m = " + Nanos.format(transmission),
              runs.points(
                  transmission, run -> run.synchronisationDelay() / Nanos.seconds(transmission))));
    }
    return chart.build();
  }

  private Chart messages(PadmeRuns runs) {
    var chart =
        Chart.named(name() + "-messages")
            .title("Messages per entry")
            .description("From one and a half with Level to more than four with Fair and Forward.")
            .x(PadmeRuns.axis())
            .y(Axis.linear("messages per entry"));
    for (long transmission : PadmeSetup.TRANSMISSIONS) {
      chart.add(
          Series.points(
              "t_m = " + Nanos.format(transmission),
              runs.points(transmission, PadmeRun::messagesPerEntry)));
    }
    return chart.build();
  }

  private static Comparison[] claims(PadmeRuns runs, long transmission, int printedCentral) {
    double central = runs.ofCentral(transmission, PadmeRun::entries).mean();
    double optimum = PadmeSetup.optimum(transmission);
    var below = those(models -> total(runs, models, transmission) < central);
    var above = those(models -> isAbove(runs.of(models, transmission), optimum));
    double backToBack =
        Models.ALL.stream()
            .mapToDouble(models -> runs.of(models, transmission, PadmeRun::backToBack).max())
            .max()
            .orElseThrow();
    double useUse = runs.of("FRUU", transmission, PadmeRun::synchronisationDelay).mean();
    return new Comparison[] {
      PaperValue.of(
              "a central server",
              printedCentral,
              "360 / (1 + 2 t_m) is 180 with a t_m of 0.5 s; the printed number is an error.")
          .beside(central),
      new Comparison(
          "configurations below the server",
          Measure.text(transmission == PadmeSetup.HOLD ? "FFFF" : "none"),
          Measure.text(below),
          belowRemark(transmission)),
      new Comparison(
          "configurations above the optimum of " + Measure.of(optimum).text(),
          Measure.text("many"),
          Measure.text(above),
          "The paper's root asked twice in a tick. Ours gives the token back before it asks again;"
              + " entries back to back, the next row, are not counted here."),
      new Comparison(
          "entries back to back in a run, at most",
          Measure.text("not printed"),
          Measure.of(backToBack),
          "Entries of the root at the beginning, before it has received another participant's"
              + " request."),
      new Comparison(
          "synchronisation delay, FRUU",
          Measure.of(1, "t_m"),
          Measure.of(useUse / Nanos.seconds(transmission), "t_m"),
          "")
    };
  }

  private static String belowRemark(long transmission) {
    String arithmetic =
        ("FFFF serves all seven in turn. A round takes 7 times 1 s inside and 20 messages (0"
                + " for the root, 2 for a child, 4 for a leaf): 7 entries in 7 + 20 t_m seconds, %s in"
                + " 360 s.")
            .formatted(Measure.of(7 * 360 / (7 + 20 * Nanos.seconds(transmission))).text());
    return transmission == PadmeSetup.HOLD
        ? arithmetic
            + " The paper names no result with Replace; the token's paths with FRFF"
            + " are as long."
        : arithmetic
            + " So the paper's claim that no configuration is below the server cannot hold"
            + " where all are served in turn.";
  }

  /** Whether there were more entries than the optimum, not counting entries without a message. */
  static boolean isAbove(List<PadmeRun> runs, double optimum) {
    return PadmeRuns.measure(runs, run -> run.entries() - run.backToBack()).max() > optimum;
  }

  private static double total(PadmeRuns runs, Models models, long transmission) {
    return runs.of(models, transmission, PadmeRun::entries).mean();
  }

  private static String those(Predicate<Models> which) {
    String letters =
        Models.ALL.stream().filter(which).map(Models::letters).collect(Collectors.joining(", "));
    return letters.isEmpty() ? "none" : letters;
  }

  private static Section.Builder notes(Section.Builder section) {
    return section
        .note(
            "A participant that releases passes the token back or on, and only then asks"
                + " again, at the same moment. So no participant enters twice in a row without a"
                + " message while the root knows of another request. Time advances, since each"
                + " entry takes a second.")
        .note(
            "Level reaches the optimum without any Use: the root and its children take turns,"
                + " one message apart, and the leaves never enter. With Fair only Use-Use reaches"
                + " it.");
  }
}
