package io.sluice.bench.streams;

import io.sluice.bench.report.Console;
import io.sluice.bench.streams.engine.Engines;
import io.sluice.bench.streams.engine.StreamEngine;
import io.sluice.bench.streams.kafka.OnKafkaCommand;
import io.sluice.bench.streams.measure.Coordinator;
import io.sluice.bench.streams.measure.Figure;
import io.sluice.bench.streams.measure.Plan;
import io.sluice.bench.streams.measure.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code streams}: stream engines side by side. */
@Command(
    name = "streams",
    description =
        "Measures stream engines side by side. Each figure of each engine is measured in a process"
            + " of its own; all traffic stays on loopback.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class StreamsCommand implements Callable<Integer> {

  private static final int SOME_FAILED = 1;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "ENGINE",
      description = "measure these engines only (default: all)")
  private List<String> only = List.of();

  @Option(
      names = "--figures",
      split = ",",
      paramLabel = "FIGURE",
      description =
          "measure these only: throughput, gap, state, newborn, settling, idle (default: all); with"
              + " --kafka: throughput, scaling, workers, crash, guard")
  private List<String> figures = List.of();

  @Option(
      names = "--rate",
      defaultValue = "20000",
      paramLabel = "N",
      description = "records a second while gaps are measured (default: ${DEFAULT-VALUE})")
  private double rate;

  @Option(
      names = "--seconds",
      defaultValue = "2",
      paramLabel = "S",
      description = "length of a round (default: ${DEFAULT-VALUE})")
  private double seconds;

  @Option(
      names = "--rounds",
      defaultValue = "5",
      paramLabel = "N",
      description = "measured rounds (default: ${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--warm-ups",
      defaultValue = "10",
      paramLabel = "N",
      description = "most warm-up rounds (default: ${DEFAULT-VALUE})")
  private int warmUps;

  @Option(
      names = "--quick",
      description = "same as --seconds 1 --rounds 2 --warm-ups 4, for rough ratios")
  private boolean quick;

  @Option(names = "--json", description = "print JSON instead of the table")
  private boolean json;

  @Option(
      names = "--into",
      arity = "1",
      paramLabel = "FILE",
      description = "also write the table into this page, between its two marker lines")
  private List<Path> into = List.of();

  @Option(
      names = "--kafka",
      description = "measure pipelines on Kafka beside Kafka Streams instead; starts brokers")
  private boolean kafka;

  @Option(names = "--list", description = "list the engines and exit")
  private boolean list;

  @Spec private CommandSpec spec;

  /** Returns the exit code: 1 if a figure failed, 2 for bad usage. */
  public static int execute(String... arguments) {
    return new CommandLine(new StreamsCommand()).execute(arguments);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    var console = new Console(spec);
    if (kafka) {
      return new OnKafkaCommand(console, quick, rate, figures)
          .run(into, "java -jar bench/target/sluice-bench.jar streams " + console.arguments());
    }
    var engines = console.checked(this::engines);
    if (list) {
      engines.forEach(engine -> console.print("%-20s %s".formatted(engine.name(), engine.title())));
      return 0;
    }
    var wanted = console.checked(this::figures);
    var plan = console.checked(this::plan);
    var coordinator = new Coordinator(plan, console::progress);
    var results = new ArrayList<Results>();
    for (var engine : engines) {
      results.add(coordinator.measure(engine, wanted));
    }
    var report = StreamsReport.of(plan, results);
    console.print(json ? report.json() : report.markdown());
    for (var page : into) {
      report.writeInto(
          page, "java -jar bench/target/sluice-bench.jar streams " + console.arguments());
    }
    return results.stream().allMatch(each -> each.failures().isEmpty()) ? 0 : SOME_FAILED;
  }

  private List<StreamEngine> engines() {
    return only.isEmpty() ? Engines.all() : only.stream().map(Engines::named).toList();
  }

  private List<Figure> figures() {
    return figures.isEmpty()
        ? List.of(Figure.values())
        : figures.stream().map(Figure::named).toList();
  }

  private Plan plan() {
    return quick
        ? new Plan(rate, 4, 2, Duration.ofSeconds(1))
        : new Plan(rate, warmUps, rounds, Duration.ofMillis(Math.round(seconds * 1e3)));
  }
}
