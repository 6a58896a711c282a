package io.sluice.lab.experiment.padme;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Point;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.page.Comparison;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Measure;
import io.sluice.lab.report.page.Section;
import io.sluice.lab.simulate.Nanos;
import io.sluice.protocol.priority.Models;
import io.sluice.protocol.priority.Models.Priority;
import java.util.ArrayList;
import java.util.List;

/** Fig. 6 and 7: how often each priority enters. */
public final class PadmeQos implements Experiment {

  private static final List<String> FAIR_WITH_USE = List.of("FFUU", "FFFU", "FFUF");

  private final SharedPadmeRuns shared;

  public PadmeQos(SharedPadmeRuns shared) {
    this.shared = shared;
  }

  @Override
  public String name() {
    return "padme-qos";
  }

  @Override
  public String title() {
    return "PADME: entries by priority";
  }

  @Override
  public String summary() {
    return "counts the entries of each priority, and priority inversions, in all sixteen"
        + " configurations (Fig. 6, 7)";
  }

  @Override
  public Section run(Options options, Progress progress) {
    int seeds = options.seedsOr(PadmeSetup.SEEDS);
    var runs = shared.of(name(), seeds, options, progress);
    var section = describe(seeds);
    for (long transmission : PadmeSetup.TRANSMISSIONS) {
      section.figure(
          new Figure.Plot(
              entries(runs, transmission),
              runs.csv(transmission),
              "Entries in 360 s of all participants of a level together: one high, two"
                  + " medium, four low. Mean over the seeds; whiskers from the smallest to the"
                  + " largest."));
    }
    for (long transmission : PadmeSetup.TRANSMISSIONS) {
      section.figure(
          Figure.of(
              inversions(runs, transmission),
              "Of 100 entries: how many while a more urgent participant waited (inversions),"
                  + " and how many while a participant waited that was more urgent and had asked"
                  + " earlier (overtakings)."));
    }
    for (long transmission : PadmeSetup.TRANSMISSIONS) {
      section.compare(
          "What the paper says, t_m = " + Nanos.format(transmission), claims(runs, transmission));
    }
    return notes(section).build();
  }

  private Section.Builder describe(int seeds) {
    var section =
        Section.named(name(), title())
            .paper(
                "Seven participants in a complete binary tree: the root has high priority,"
                    + " its two children medium, the four leaves low. All ask all the time. Fig. 6"
                    + " and 7 show how often each level enters: Level keeps the levels apart best,"
                    + " and under Fair the Use models favour the high levels, which plain"
                    + " Fair-Forward-Forward-Forward does not.")
            .parameter("participants", "7: 1 high, 2 medium, 4 low", PadmeSetup.PAPER)
            .parameter("t_m", "1 s and 0.5 s", PadmeSetup.PAPER);
    return PadmeSetup.describe(
        section.parameter("length of a run", "360 s", PadmeSetup.PAPER), seeds);
  }

  private Chart entries(PadmeRuns runs, long transmission) {
    var chart =
        chart("entries", transmission)
            .title("Entries of each priority (t_m = " + Nanos.format(transmission) + ")")
            .description(
                "With Level the low priority never enters; with Fair and Use the root enters"
                    + " several times as often as a leaf.")
            .y(Axis.linear("entries in 360 s"));
    for (int level = 0; level < PadmeRuns.LEVELS.size(); level++) {
      int number = level;
      chart.add(
          Series.points(
              PadmeRuns.LEVELS.get(level),
              runs.points(transmission, run -> run.entries(number)).stream()
                  .map(point -> aside(point, number))
                  .toList()));
    }
    return chart.build();
  }

  /** Shifts the levels sideways, so that equal values stay visible. */
  private static Point aside(Point point, int level) {
    return Point.of(point.x() + (level - 1) * 0.2, point.y(), point.low(), point.high());
  }

  private Chart inversions(PadmeRuns runs, long transmission) {
    return chart("inversions", transmission)
        .title("Priority inversions (t_m = " + Nanos.format(transmission) + ")")
        .description("Inversions and overtakings in a hundred entries, for each configuration.")
        .y(Axis.linear("in 100 entries"))
        .add(
            Series.points(
                "inversions",
                runs.points(transmission, run -> 100.0 * run.inversions() / run.entries())))
        .add(
            Series.points(
                "overtakings",
                runs.points(transmission, run -> 100.0 * run.overtakings() / run.entries())))
        .build();
  }

  private Chart.Builder chart(String what, long transmission) {
    return Chart.named(name() + "-" + what + "-" + Nanos.format(transmission)).x(PadmeRuns.axis());
  }

  private static Comparison[] claims(PadmeRuns runs, long transmission) {
    var rows = new ArrayList<Comparison>();
    double leastOfLevel =
        separations(runs, transmission, Priority.LEVEL).stream()
            .mapToDouble(Statistics::min)
            .min()
            .orElseThrow();
    double mostOfFair =
        separations(runs, transmission, Priority.FAIR).stream()
            .mapToDouble(Statistics::max)
            .max()
            .orElseThrow();
    rows.add(
        claim(
            "separation of the levels",
            "greatest with Level",
            leastOfLevel > mostOfFair,
            "At least %s with Level, at most %s with Fair."
                .formatted(text(leastOfLevel), text(mostOfFair))));
    double plain = runs.of("FFFF", transmission, run -> run.entries(0)).mean();
    for (String letters : FAIR_WITH_USE) {
      double ours = runs.of(letters, transmission, run -> run.entries(0)).mean();
      rows.add(
          claim(
              "the root's entries, " + letters,
              "above FFFF",
              ours > plain,
              "%s; FFFF %s.".formatted(text(ours), text(plain))));
    }
    double use = runs.of("LFUF", transmission, run -> run.entries(0)).mean();
    double other = runs.of("LFFU", transmission, run -> run.entries(0)).mean();
    rows.add(
        claim(
            "the root's entries, LFUF",
            "below LFFU",
            use < other,
            ("%s; LFFU %s. The paper's loop answered requests before its root had asked, and"
                        + " the paper")
                    .formatted(text(use), text(other))
                + " expects the two to be alike without that error."));
    double low = lowOfLevel(runs, transmission);
    rows.add(
        claim(
            "low entries with Level",
            "none while higher priorities always ask",
            low == 0,
            "At most " + text(low) + "."));
    return rows.toArray(Comparison[]::new);
  }

  private static double lowOfLevel(PadmeRuns runs, long transmission) {
    return Models.ALL.stream()
        .filter(models -> models.priority() == Priority.LEVEL)
        .mapToDouble(models -> runs.of(models, transmission, run -> run.entries(2)).max())
        .max()
        .orElseThrow();
  }

  /** The separation of the levels for each configuration with a priority model. */
  static List<Statistics> separations(PadmeRuns runs, long transmission, Priority priority) {
    return Models.ALL.stream()
        .filter(models -> models.priority() == priority)
        .map(models -> runs.of(models, transmission, run -> run.separation(PadmeRuns.OF_LEVEL)))
        .toList();
  }

  private static Comparison claim(String what, String printed, boolean holds, String remark) {
    return new Comparison(
        what, Measure.text(printed), Measure.text(holds ? printed : "does not hold"), remark);
  }

  private static String text(double number) {
    return Measure.of(number).text();
  }

  private static Section.Builder notes(Section.Builder section) {
    return section
        .note(
            "Separation: the share of all entries that one participant at the top has, less"
                + " that of one at the bottom. 0 means equal shares.")
        .note(
            "A priority inversion, as the paper defines it: a participant enters while a"
                + " request of higher priority exists. It is an overtaking if that request was made"
                + " earlier than the one that entered. Most inversions that are not overtakings"
                + " concern the root, which asks again while the token is on its way to another"
                + " participant.")
        .note(
            "Except for a few, overtakings occur with Fair and Use-Use: a token on its way up"
                + " from a leaf serves a child of the root a second time before it reaches the"
                + " root, which asked earlier.")
        .note(
            "Request is Forward in all results that the paper names. Replace gives the same"
                + " entries with fewer messages, except for FRFF: there the root receives fewer"
                + " requests, so its clock lags behind and it enters more often.");
  }
}
