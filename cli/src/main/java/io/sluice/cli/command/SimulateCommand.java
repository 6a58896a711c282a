package io.sluice.cli.command;

import io.sluice.cli.option.Entries;
import io.sluice.cli.option.FaultOptions;
import io.sluice.cli.option.OutFile;
import io.sluice.cli.option.ScalingOptions;
import io.sluice.cli.option.SubjectOptions;
import io.sluice.cli.option.SubjectOptions.Subject;
import io.sluice.cli.text.Json;
import io.sluice.cli.text.PriorityCount;
import io.sluice.cli.text.SimulateText;
import io.sluice.lab.layout.LayoutSpec;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Nanos;
import io.sluice.lab.simulate.Network;
import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.RandomOrders;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.lab.simulate.audit.RunRecorder;
import io.sluice.protocol.Family;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sluice simulate}: one seeded run. */
@Command(
    name = "simulate",
    header = "Run a protocol in simulated time.",
    description = {
      "Each process thinks, asks, holds the lock, releases it, and starts again. Every grant"
          + " is checked against the conflict rule. The same seed gives the same run."
    },
    parameterListHeading = "%n",
    footer = {
      "  sluice simulate forks --groups 6x6 --entries 10",
      "  sluice simulate ricart-agrawala --nodes 100 --duration 360s --think exp:2s",
      "  sluice simulate 2fgme-published --seed 7",
      "  sluice simulate rooms --nodes 5 --crash p1@20s --partition p0+p2@40s..50s",
      "  sluice simulate padme --config LFFU --tree binary:7 --think 0s --duration 360s",
      "  sluice simulate scaling --groups 7x7x7 --duplications 20 --deletions 10 --records 100"
    })
public final class SimulateCommand extends Subcommand {

  /** Less than a message takes, so that many are carried out at once. */
  private static final long BETWEEN_ORDERS = 1_000_000;

  private static final long EVENTS_BETWEEN_LOOKS = 100_000;

  @Mixin private SubjectOptions subject;

  @Option(
      names = "--entries",
      paramLabel = "E",
      description =
          "How often each process asks (default: 10, or without limit if there is a"
              + " --duration).")
  private Optional<String> entries = Optional.empty();

  @Option(
      names = "--think",
      paramLabel = "1s",
      defaultValue = "1s",
      description =
          "Time between a release and the next request (default: 1s); written as"
              + " for --latency.")
  private String think;

  @Option(
      names = "--hold",
      paramLabel = "1s",
      defaultValue = "1s",
      description =
          "Time that a process holds the lock (default: 1s); written as for" + " --latency.")
  private String hold;

  @Option(
      names = "--latency",
      paramLabel = "1ms..5ms",
      defaultValue = "1ms..5ms",
      description =
          "Time that a message takes (default: 1ms..5ms): 2ms, 1ms..5ms, exp:3ms,"
              + " exp:3ms,min:1ms or one-of:1ms,2ms,9ms.")
  private String latency;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "The seed (default: 1).")
  private String seed;

  @Option(
      names = "--duration",
      paramLabel = "360s",
      description = "End the run at this simulated time.")
  private Optional<String> duration = Optional.empty();

  @Option(names = "--no-fifo", description = "Messages may overtake each other.")
  private boolean noFifo;

  @Option(
      names = "--loss",
      paramLabel = "P",
      defaultValue = "0",
      description = "The probability that a message is lost (default: 0).")
  private String loss;

  @Mixin private FaultOptions faults;

  @Mixin private ScalingOptions scaling;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "Save the first 1,000 events, for sluice replay and the theatre; for runs without faults"
              + " and losses, of protocols without timers.")
  private Optional<Path> traceFile = Optional.empty();

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    var simulated = subject.subject(Family::toSimulate, layout -> layout.plusPool(scaling.pool()));
    boolean clients = !simulated.claims().apply(0).isEmpty();
    if (!clients) {
      refuse(
          "instances of a pipeline do not ask for a lock; use --duplications, --deletions and"
              + " --records",
          "--entries",
          "--think",
          "--hold");
    }
    traceFile.ifPresent(file -> OutFile.checkAll(List.of(file)));
    long number = option("--seed", seed, SimulateCommand::wholeNumber);
    var levels = new PriorityCount();
    var outcome = run(simulated, number, levels);
    var text = new SimulateText(outcome, simulated.layout(), number, clients, levels.entries());
    if (json) {
      Json.print(text.json(), out());
    } else {
      out().print(text.words(terminal()));
      out().flush();
    }
    return CheckCommand.code(outcome.verdict());
  }

  private <S, M> Outcome run(Subject<S, M> simulated, long number, PriorityCount levels) {
    var algorithm = simulated.algorithm();
    var processes = simulated.layout();
    var reliable = Network.of(option("--latency", latency, Delay::parse));
    var network = option("--loss", loss, text -> reliable.withLoss(probability(text)));
    var simulation =
        Simulation.of(algorithm, processes)
            .workload(workload().claims(simulated.claims()))
            .audit(levels)
            .network(noFifo ? network.unordered() : network)
            .faults(faults.faults(processes))
            .seed(number)
            .sessions()
            .cancelledWhen(interrupt());
    int orders = scaling.orders().values().stream().mapToInt(Integer::intValue).sum();
    if (orders > 0) {
      var director = new RandomOrders<>(algorithm, scaling.orders(), number);
      simulation
          .directed(BETWEEN_ORDERS, Math.multiplyExact(orders, BETWEEN_ORDERS), director)
          .invariantsEvery(EVENTS_BETWEEN_LOOKS);
    }
    var recorder = new RunRecorder<M>();
    if (traceFile.isPresent()) {
      if (option("--loss", loss, SimulateCommand::probability) > 0) {
        throw new IllegalArgumentException("--trace: runs with --loss cannot be recorded");
      }
      simulation.auditMessages(recorder);
    }
    duration.ifPresent(time -> simulation.duration(option("--duration", time, Nanos::parse)));
    if (!json) {
      out()
          .println(
              algorithm.name() + " on " + LayoutSpec.of(processes).words() + ", seed " + number);
      out().flush();
    }
    Outcome outcome;
    try (var line = progress(json)) {
      outcome =
          simulation
              .progress((events, nanos) -> line.at(() -> SimulateText.progress(events, nanos)))
              .run();
    }
    traceFile.ifPresent(file -> save(file, recorder, simulated, outcome));
    return outcome;
  }

  private <S, M> void save(
      Path file, RunRecorder<M> recorder, Subject<S, M> simulated, Outcome outcome) {
    String what =
        recorder.isCut()
            ? "the first %,d events of a simulated run".formatted(recorder.events())
            : "a simulated run of %,d events".formatted(recorder.events());
    try {
      var trace =
          recorder.file(
              simulated.algorithm(),
              simulated.layout(),
              simulated.claims(),
              !noFifo,
              outcome.verdict(),
              what);
      OutFile.write(file, trace.write());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--trace %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private Workload workload() {
    boolean endless =
        entries.map(text -> text.equals(Entries.UNBOUNDED)).orElse(duration.isPresent());
    if (endless && duration.isEmpty()) {
      throw new IllegalArgumentException(
          "--entries " + Entries.UNBOUNDED + ": such a run needs an end; set a --duration");
    }
    var workload =
        endless ? Workload.unlimited() : Workload.entries(entries.map(Entries::parse).orElse(10));
    return workload
        .think(option("--think", think, Delay::parse))
        .hold(option("--hold", hold, Delay::parse));
  }

  private static Long wholeNumber(String text) {
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          text.matches("[+-]?[0-9]+")
              ? "too large; a seed is at most %,d".formatted(Long.MAX_VALUE)
              : "a seed is a whole number",
          e);
    }
  }

  private static Double probability(String text) {
    try {
      return Double.valueOf(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("a probability is a number from 0 to 1", e);
    }
  }

  /** Reads an option's value; a complaint about it begins with the option. */
  static <T> T option(String name, String value, Function<String, T> parser) {
    try {
      return parser.apply(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + " " + value + ": " + e.getMessage(), e);
    }
  }
}
