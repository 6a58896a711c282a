package io.sluice.bench.streams.kafka;

import io.sluice.bench.report.Console;
import io.sluice.bench.report.Section;
import io.sluice.broker.KafkaBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Measures both engines, one after the other, on one broker: throughput while a filled topic is
 * worked off, and latency at a steady rate, at commits of 20 and 100 ms. Then how scaling, workers
 * that come and go, and crashes are felt at the sink of ours.
 */
public final class OnKafkaCommand {

  private static final List<Duration> COMMITS =
      List.of(Duration.ofMillis(20), Duration.ofMillis(100));

  private static final List<String> FIGURES = List.of("throughput", "scaling", "workers", "crash");

  private final Console console;
  private final long records;
  private final double rate;
  private final Duration warmUp;
  private final Duration measured;
  private final List<String> figures;
  private final StringBuilder table = new StringBuilder();

  /**
   * @param rate records a second while latency is measured
   * @param figures which to measure; none for all
   */
  public OnKafkaCommand(Console console, boolean quick, double rate, List<String> figures) {
    this.console = console;
    this.rate = rate;
    this.figures = figures.isEmpty() ? FIGURES : figures;
    this.records = quick ? 500_000 : 3_000_000;
    this.warmUp = Duration.ofSeconds(quick ? 8 : 20);
    this.measured = Duration.ofSeconds(quick ? 5 : 15);
  }

  /** Prints tables as figures come in, writes them into pages, and returns the exit code. */
  public int run(List<Path> into, String command) throws IOException, InterruptedException {
    try {
      if (figures.contains("throughput")) {
        print("| engine | commits | records/s | p50 | p99 at %,.0f records/s |".formatted(rate));
        print("|---|---|---|---|---|");
        for (var commit : COMMITS) {
          for (var contestant : Contestant.values()) {
            try (var broker = KafkaBroker.start()) {
              print(row(contestant, broker.bootstrapServers(), commit));
            }
          }
        }
        print("");
      }
      elasticity();
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(e);
    }
    for (var page : into) {
      new Section("streams-on-kafka").write(page, text(), command);
    }
    return 0;
  }

  private void elasticity()
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    if (figures.equals(List.of("throughput"))) {
      return;
    }
    print("| commits of 20 ms, 5,000 records/s | |");
    print("|---|---|");
    try (var broker = KafkaBroker.start()) {
      var elasticity = new Elasticity(broker.bootstrapServers());
      if (figures.contains("scaling")) {
        for (int megabytes : List.of(0, 10, 100)) {
          print(elasticity.scaling(megabytes));
        }
      }
      if (figures.contains("workers")) {
        print(elasticity.workers());
      }
      if (figures.contains("crash")) {
        print(elasticity.crash());
      }
    }
    print("");
  }

  private void print(List<Elasticity.Figure> measurements) {
    measurements.forEach(each -> print("| %s | %s |".formatted(each.what(), each.value())));
  }

  private void print(String line) {
    console.print(line);
    table.append(line).append('\n');
  }

  private String text() {
    return """
    ## Pipelines on Kafka

    Java %s, %d cores, on which the broker, the engine and the load share. Both engines count records by key, exactly once, through
    one broker (`exactly_once_v2` for Kafka Streams 4.3.1, two threads). Records/s: a filled topic of %,d records is worked off,
    from a fifth of it on. Latency: from writing a record to reading its committed result. Gaps: the longest time without a result
    of a key, the median over keys; several moves, with their range.

    %s
    Measured %s.
    """
        .formatted(
            Runtime.version(),
            Runtime.getRuntime().availableProcessors(),
            records,
            table,
            Instant.now().truncatedTo(ChronoUnit.SECONDS));
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
