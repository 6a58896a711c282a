package io.sluice.bench.streams.kafka;

import io.sluice.bench.report.Console;
import io.sluice.broker.KafkaBroker;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;

/**
 * Measures both engines, one after the other, on one broker: throughput while a filled topic is
 * worked off, and latency at a steady rate, at commits of 20 and 100 ms.
 */
public final class OnKafkaCommand {

  private static final List<Duration> COMMITS =
      List.of(Duration.ofMillis(20), Duration.ofMillis(100));

  private final Console console;
  private final long records;
  private final double rate;
  private final Duration warmUp;
  private final Duration measured;

  /**
   * @param rate records a second while latency is measured
   */
  public OnKafkaCommand(Console console, boolean quick, double rate) {
    this.console = console;
    this.rate = rate;
    this.records = quick ? 500_000 : 3_000_000;
    this.warmUp = Duration.ofSeconds(quick ? 8 : 20);
    this.measured = Duration.ofSeconds(quick ? 5 : 15);
  }

  /** Prints a table, and returns the exit code. */
  public int run() throws IOException, InterruptedException {
    console.print(
        "| engine | commits | records/s | p50 | p99 at %,.0f records/s |".formatted(rate));
    console.print("|---|---|---|---|---|");
    for (var commit : COMMITS) {
      for (var contestant : Contestant.values()) {
        try (var broker = KafkaBroker.start()) {
          console.print(row(contestant, broker.bootstrapServers(), commit));
        } catch (ExecutionException e) {
          throw new IOException(e);
        }
      }
    }
    return 0;
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
