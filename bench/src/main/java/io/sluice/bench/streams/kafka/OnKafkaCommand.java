package io.sluice.bench.streams.kafka;

import io.sluice.bench.report.Console;
import io.sluice.bench.report.Section;
import io.sluice.broker.KafkaBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Measures both engines, one after the other, on one broker: throughput while a filled topic is
 * worked off, and latency at a steady rate, at commits of 20 and 100 ms. Then how scaling, workers
 * that come and go, and crashes are felt at the sink, what our guard costs, and how the number of
 * instances follows the load. Each figure has a part of the page, so that they can be measured one
 * after the other.
 */
public final class OnKafkaCommand {

  private static final List<Duration> COMMITS =
      List.of(Duration.ofMillis(20), Duration.ofMillis(100));

  private static final String THROUGHPUT = "throughput";
  private static final List<String> FIGURES =
      List.of(THROUGHPUT, "scaling", "workers", "crash", "guard", "settling");

  private final Console console;
  private final long records;
  private final double rate;
  private final Duration warmUp;
  private final Duration measured;
  private final Duration steady;
  private final List<String> figures;

  /**
   * @param rate records a second while latency is measured
   * @param figures which to measure; none for all
   * @throws IllegalArgumentException if there is no such figure
   */
  public OnKafkaCommand(Console console, boolean quick, double rate, List<String> figures) {
    this.console = console;
    this.rate = rate;
    this.figures = figures.isEmpty() ? FIGURES : figures;
    if (!FIGURES.containsAll(this.figures)) {
      throw new IllegalArgumentException(
          "with --kafka the figures are %s".formatted(String.join(", ", FIGURES)));
    }
    this.records = quick ? 500_000 : 2_000_000;
    this.warmUp = Duration.ofSeconds(quick ? 8 : 20);
    this.measured = Duration.ofSeconds(quick ? 5 : 15);
    this.steady = Duration.ofMinutes(quick ? 1 : 10);
  }

  /** Prints tables as figures come in, writes them into pages, and returns the exit code. */
  public int run(List<Path> into, String command) throws IOException, InterruptedException {
    try {
      for (var figure : figures) {
        var table = new Table();
        if (figure.equals(THROUGHPUT)) {
          throughput(table);
        } else {
          elasticity(figure, table);
        }
        for (var page : into) {
          new Section("streams-on-kafka-" + figure).write(page, table.text(), command);
        }
      }
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(e);
    }
    return 0;
  }

  /** Prints lines, and keeps them. */
  private final class Table {
    private final StringBuilder lines = new StringBuilder();

    void print(String line) {
      console.print(line);
      lines.append(line).append('\n');
    }

    String text() {
      return "%s%nMeasured %s, Java %s, %d cores.%n"
          .formatted(
              lines,
              Instant.now().truncatedTo(ChronoUnit.SECONDS),
              Runtime.version(),
              Runtime.getRuntime().availableProcessors());
    }
  }

  private void throughput(Table table)
      throws IOException, InterruptedException, ExecutionException {
    table.print(
        "| engine | commits | records/s of %,d | p50 | p99 at %,.0f records/s |"
            .formatted(records, rate));
    table.print("|---|---|---|---|---|");
    for (var commit : COMMITS) {
      for (var contestant : Contestant.values()) {
        try (var broker = KafkaBroker.start()) {
          table.print(row(contestant, broker.bootstrapServers(), commit));
        }
      }
    }
  }

  private void elasticity(String figure, Table table)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    try (var broker = KafkaBroker.start()) {
      var brokers = broker.bootstrapServers();
      var ours = new Elasticity(brokers);
      var theirs = new PeerElasticity(brokers);
      if (figure.equals("guard") || figure.equals("settling")) {
        table.print("| %s | |".formatted(figure));
        table.print("|---|---|");
        var measured =
            figure.equals("guard")
                ? new Guard(brokers).measure()
                : new Settling(brokers, steady).measure();
        measured.forEach(each -> table.print("| %s | %s |".formatted(each.what(), each.value())));
        return;
      }
      table.print(
          "| %s | %s | %s |"
              .formatted(figure, Contestant.SLUICE.title(), Contestant.KAFKA_STREAMS.title()));
      table.print("|---|---|---|");
      switch (figure) {
        case "scaling" -> {
          for (int megabytes : List.of(0, 10, 100)) {
            print(ours.scaling(megabytes), theirs.scaling(megabytes), table);
          }
        }
        case "workers" -> print(ours.workers(), theirs.workers(), table);
        default -> print(ours.crash(), theirs.crash(), table);
      }
    }
  }

  /** What both engines have measured is in one row. */
  private static void print(List<Figure> ours, List<Figure> theirs, Table table) {
    var names = new LinkedHashSet<String>();
    ours.forEach(each -> names.add(each.what()));
    theirs.forEach(each -> names.add(each.what()));
    names.forEach(
        name ->
            table.print("| %s | %s | %s |".formatted(name, find(ours, name), find(theirs, name))));
  }

  private static String find(List<Figure> figures, String name) {
    return figures.stream()
        .filter(each -> each.what().equals(name))
        .findFirst()
        .map(Figure::value)
        .orElse("-");
  }

  private String row(Contestant contestant, String brokers, Duration commit)
      throws IOException, InterruptedException, ExecutionException {
    var load = new Load(brokers);
    load.topic("full");
    load.topic("full-out");
    load.fill("full", records);
    double throughput;
    try (var _ = contestant.start(brokers, "full", "full-out", commit)) {
      throughput = load.rate("full-out", records);
    }
    load.topic("steady");
    load.topic("steady-out");
    try (var _ = contestant.start(brokers, "steady", "steady-out", commit)) {
      var nanos = load.latency("steady", "steady-out", rate, warmUp, measured);
      return "| %s | %d ms | %,.0f | %.0f ms | %.0f ms |"
          .formatted(
              contestant.title(),
              commit.toMillis(),
              throughput,
              nanos.getValueAtPercentile(50) / 1e6,
              nanos.getValueAtPercentile(99) / 1e6);
    }
  }
}
