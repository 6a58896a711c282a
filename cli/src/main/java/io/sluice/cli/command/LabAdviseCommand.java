package io.sluice.cli.command;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.option.ParticipantsFile;
import io.sluice.cli.text.AdviceText;
import io.sluice.cli.text.Json;
import io.sluice.cli.text.ProgressLine;
import io.sluice.lab.advise.Advice;
import io.sluice.lab.advise.Environment;
import io.sluice.lab.advise.Objective;
import io.sluice.lab.advise.PadmeAdvisor;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.simulate.Delay;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice lab advise}: which configuration and tree suit given participants. */
@Command(
    name = "advise",
    header = "Recommend a configuration and a tree for given participants.",
    description = {
      "The file has a line for each participant: its name, its priority (0 is the most"
          + " urgent) and how often it asks, such as `sensor 2 0.5/s`. The command simulates all"
          + " configurations on balanced trees of several arities, with high priorities near the"
          + " root, and compares the best. The same input gives the same advice."
    },
    parameterListHeading = "%n",
    footer = {
      "  sluice lab advise padme --participants team.txt",
      "  sluice lab advise padme --participants team.txt --weights messages=4"
    })
final class LabAdviseCommand extends Subcommand {

  private static final List<String> MEASURES =
      List.of("waiting", "throughput", "messages", "longest");

  @Parameters(paramLabel = "NAME", description = "The protocol: padme.")
  private String protocol;

  @Option(
      names = "--participants",
      paramLabel = "FILE",
      required = true,
      description = "The participants: name, priority and request rate.")
  private Path file;

  @Option(
      names = "--latency",
      paramLabel = "1ms..5ms",
      defaultValue = "1ms..5ms",
      description = "Time that a message takes (default: 1ms..5ms); written as for simulate.")
  private String latency;

  @Option(
      names = "--hold",
      paramLabel = "1s",
      defaultValue = "1s",
      description =
          "Time that a participant holds the lock (default: 1s); written as for" + " simulate.")
  private String hold;

  @Option(
      names = "--children",
      paramLabel = "K",
      defaultValue = "8",
      description = "The most children that a participant can have (default: 8).")
  private int children;

  @Option(
      names = "--weights",
      paramLabel = "waiting=4,throughput=1,messages=1,longest=1",
      split = ",",
      description = "The weight of each measure (default: as shown).")
  private List<String> weights = List.of();

  @Option(
      names = "--urgency",
      paramLabel = "2",
      defaultValue = "2",
      description =
          "How many times as much the waiting of a priority counts as that of the"
              + " next lower one (default: 2).")
  private String urgency;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    if (!protocol.equals("padme")) {
      throw new IllegalArgumentException("lab advise supports padme only, not '" + protocol + "'");
    }
    var environment =
        new Environment(
            SimulateCommand.option("--latency", latency, Delay::parse),
            SimulateCommand.option("--hold", hold, Delay::parse),
            children());
    var objective = objective();
    var participants = ParticipantsFile.read(file);
    PadmeAdvisor advisor;
    try {
      advisor = new PadmeAdvisor(participants, environment, objective);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
    var text = new AdviceText(advise(advisor));
    if (json) {
      Json.print(text.json(), out());
    } else {
      out().print(text.words());
      out().flush();
    }
    return Exit.FINE;
  }

  private Advice advise(PadmeAdvisor advisor) {
    try (var line = progress(json)) {
      return advisor.advise(
          new Options(Options.DEFAULT.seeds(), interrupt()),
          (what, fraction) -> line.at(() -> ProgressLine.bar(fraction, what)));
    }
  }

  private int children() {
    if (children < 1) {
      throw new IllegalArgumentException(
          "--children %d: write a number from 1 up".formatted(children));
    }
    return children;
  }

  private Objective objective() {
    var usual = Objective.USUAL;
    Map<String, Double> byName = new LinkedHashMap<>();
    for (String weight : weights) {
      var parts = weight.split("=", 2);
      if (parts.length < 2 || !MEASURES.contains(parts[0])) {
        throw new IllegalArgumentException(
            "--weights %s: write %s, each with = and a number"
                .formatted(weight, String.join(", ", MEASURES)));
      }
      if (byName.containsKey(parts[0])) {
        throw new IllegalArgumentException("--weights: " + parts[0] + " is given twice");
      }
      byName.put(parts[0], SimulateCommand.option("--weights", parts[1], LabAdviseCommand::number));
    }
    try {
      return new Objective(
          byName.getOrDefault("waiting", usual.waiting()),
          byName.getOrDefault("throughput", usual.throughput()),
          byName.getOrDefault("messages", usual.messages()),
          byName.getOrDefault("longest", usual.longest()),
          SimulateCommand.option("--urgency", urgency, LabAdviseCommand::number));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--weights or --urgency: " + e.getMessage(), e);
    }
  }

  private static Double number(String text) {
    try {
      return Double.valueOf(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not a number", e);
    }
  }
}
