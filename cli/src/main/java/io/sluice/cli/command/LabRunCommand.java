package io.sluice.cli.command;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.option.Nearest;
import io.sluice.cli.option.OutFile;
import io.sluice.cli.text.Json;
import io.sluice.cli.text.ProgressLine;
import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Experiments;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Runner;
import io.sluice.lab.live.LiveCluster;
import io.sluice.lab.live.LiveNetwork;
import io.sluice.lab.report.page.Report;
import io.sluice.lab.report.page.ReportWriter;
import io.sluice.lab.report.page.ReportWriter.Written;
import io.sluice.lab.report.page.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice lab run}: runs experiments and writes their report. */
@Command(
    name = "run",
    header = "Run experiments, and write their report.",
    description = {
      "Writes an HTML page that shows the papers' numbers next to ours, and for each figure a"
          + " table (CSV) and pictures (SVG, PNG)."
    },
    parameterListHeading = "%n",
    footer = {
      "  sluice lab run gme-traffic-nodes gme-latency",
      "  sluice lab run --all --out report --seeds 10",
      "  sluice lab run gme-latency --live kafka",
      "  sluice lab run scaling-load --live"
    })
final class LabRunCommand extends Subcommand {

  static final String DEFAULT_DIRECTORY = "sluice-report";

  private static final int MOST_SEEDS = 10_000;

  /** With a smaller scale, a message would take longer than everything planned. */
  private static final double SHORTEST_SECOND = 0.001;

  private static final double LONGEST_SECOND = 1000;

  @Parameters(
      paramLabel = "NAME",
      arity = "0..*",
      description = "The experiments to run; `sluice lab list` shows all.")
  private List<String> names = new ArrayList<>();

  @Option(names = "--all", description = "Run all experiments except those that take minutes.")
  private boolean all;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = DEFAULT_DIRECTORY,
      description = "Directory of the report (default: " + DEFAULT_DIRECTORY + ").")
  private Path directory;

  @Option(
      names = "--seeds",
      paramLabel = "K",
      description =
          "How many runs, each with another seed, each number is based on (default:"
              + " depends on the experiment).")
  private Optional<Integer> seeds = Optional.empty();

  @Option(
      names = "--live",
      paramLabel = "NETWORK",
      arity = "0..1",
      fallbackValue = "local",
      description =
          "Run with live nodes instead of the simulator, over: ${COMPLETION-CANDIDATES} (default:"
              + " ${FALLBACK-VALUE}). Takes a minute or two, with fewer points. Only for the gme"
              + " experiments, and within this process for scaling-load and scaling-accuracy.")
  private Optional<LiveNetwork> live = Optional.empty();

  @Option(
      names = "--time-scale",
      paramLabel = "F",
      description =
          "With --live: how many real seconds a second of the experiment takes (default: 0.2,"
              + " and 1 for gme-concurrency), or a step of the scaling experiments (0.25).")
  private Optional<Double> timeScale = Optional.empty();

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    seeds.ifPresent(LabRunCommand::checkSeeds);
    timeScale.ifPresent(this::checkTimeScale);
    var experiments = experiments();
    OutFile.checkDirectory(directory);
    long start = System.nanoTime();
    var sections = live.isPresent() ? runLive(experiments, live.get()) : runSimulated(experiments);
    var title = live.map(over -> "Sluice lab: live nodes, " + over.words()).orElse("Sluice lab");
    var written = new ReportWriter(directory).write(new Report(title, "", List.copyOf(sections)));
    double seconds = (System.nanoTime() - start) / 1e9;
    if (json) {
      printJson(experiments, written, seconds);
    } else {
      written.warnings().forEach(err()::println);
      out()
          .println(
              "%d experiment%s, %.1f s"
                  .formatted(sections.size(), sections.size() == 1 ? "" : "s", seconds));
      out().println("The report: " + written.index());
      out().flush();
    }
    return Exit.FINE;
  }

  private static void checkSeeds(int number) {
    if (number < 1 || number > MOST_SEEDS) {
      throw new IllegalArgumentException(
          "--seeds %d: write 1 to %,d".formatted(number, MOST_SEEDS));
    }
  }

  private void checkTimeScale(double factor) {
    if (live.isEmpty()) {
      throw new IllegalArgumentException("--time-scale has an effect only with --live; add it");
    }
    // Written so that NaN is refused, too.
    if (!(factor >= SHORTEST_SECOND && factor <= LONGEST_SECOND)) {
      throw new IllegalArgumentException(
          "--time-scale %s: write %s to %s".formatted(factor, SHORTEST_SECOND, LONGEST_SECOND));
    }
  }

  private List<Experiment> experiments() {
    if (all == !names.isEmpty()) {
      throw new IllegalArgumentException(
          all
              ? "name experiments or use --all, not both"
              : "name the experiments to run, or use --all");
    }
    var chosen =
        all
            ? Experiments.all()
            : new LinkedHashSet<>(names).stream().map(LabRunCommand::experiment).toList();
    return live.isEmpty() ? chosen : chosen.stream().flatMap(this::forLiveNodes).toList();
  }

  /**
   * With --all, skips experiments that need the simulator, or have no use for the network; refuses
   * one that was named.
   */
  private Stream<Experiment> forLiveNodes(Experiment experiment) {
    boolean needsNoNetwork =
        experiment.livesInOneProcess() && !live.equals(Optional.of(LiveNetwork.LOCAL));
    if (!all && experiment.forLiveNodes().isEmpty()) {
      throw new IllegalArgumentException(
          experiment.name() + " needs the simulator; run it without --live");
    }
    if (!all && needsNoNetwork) {
      throw new IllegalArgumentException(
          experiment.name() + " runs within one process; write --live local, or --live alone");
    }
    return needsNoNetwork ? Stream.empty() : experiment.forLiveNodes().stream();
  }

  static Experiment experiment(String name) {
    return Experiments.find(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no experiment '%s'".formatted(name)
                        + Nearest.questionOr(
                            name,
                            Experiments.named().stream().map(Experiment::name).toList(),
                            "; sluice lab list shows all")));
  }

  private List<Section> runLive(List<Experiment> experiments, LiveNetwork over)
      throws IOException, InterruptedException {
    try (var line = progress(json)) {
      line.first(ProgressLine.bar(0, "starting: " + over.words()));
      try (var cluster = LiveCluster.open(over, interrupt())) {
        return run(experiments, each -> cluster.runner(timeScale.orElseGet(each::liveScale)), line);
      }
    }
  }

  private List<Section> runSimulated(List<Experiment> experiments) {
    try (var line = progress(json)) {
      return run(experiments, _ -> Runner.SIMULATED, line);
    }
  }

  /** Runs the experiments one after the other. */
  private List<Section> run(
      List<Experiment> experiments, Function<Experiment, Runner> runner, ProgressLine line) {
    var sections = new ArrayList<Section>();
    for (var experiment : experiments) {
      var options =
          new Options(seeds.orElse(Options.DEFAULT.seeds()), interrupt(), runner.apply(experiment));
      double before = sections.size();
      sections.add(
          experiment.run(
              options,
              (what, fraction) ->
                  line.at(
                      () ->
                          ProgressLine.bar(
                              (before + Math.clamp(fraction, 0, 1)) / experiments.size(),
                              what.equals(experiment.name())
                                  ? what
                                  : experiment.name() + ": " + what))));
    }
    return sections;
  }

  private void printJson(List<Experiment> experiments, Written written, double seconds) {
    var root = Json.object();
    root.put("report", written.index().toString());
    root.put("seconds", Json.rounded(seconds));
    var ran = root.putArray("experiments");
    experiments.forEach(experiment -> ran.add(experiment.name()));
    var files = root.putArray("files");
    written.files().forEach(file -> files.add(file.toString()));
    var warnings = root.putArray("warnings");
    written.warnings().forEach(warnings::add);
    Json.print(root, out());
  }
}
