package io.sluice.cli.pipeline;

import io.sluice.cli.option.KafkaSettings;
import io.sluice.streams.Pipeline;
import io.sluice.streams.kafka.Kafka;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where a pipeline runs if not in this process alone. */
public final class KafkaOptions {

  @Option(
      names = "--kafka",
      paramLabel = "BROKERS",
      description =
          "Be a worker of the pipeline on these Kafka brokers, host:port separated by commas. Start"
              + " as many workers as you like.")
  private Optional<String> brokers = Optional.empty();

  @Mixin private KafkaSettings settings;

  @Option(
      names = "--places",
      paramLabel = "N",
      description = "With --kafka: how many bundles this worker runs at most (default: all).")
  private Optional<Integer> places = Optional.empty();

  /**
   * Lets a pipeline run on Kafka, if that was asked for.
   *
   * @throws IllegalArgumentException if options are missing or wrong
   */
  public void applyTo(Pipeline pipeline) {
    if (brokers.isEmpty() && (settings.areGiven() || places.isPresent())) {
      throw new IllegalArgumentException("--kafka-config and --places need --kafka");
    }
    engine()
        .map(engine -> places.map(engine::places).orElse(engine))
        .ifPresent(engine -> pipeline.on(engine));
  }

  /** Whether the pipeline runs on Kafka. */
  public boolean isGiven() {
    return brokers.isPresent();
  }

  /** The brokers that were named. */
  public Optional<Kafka> engine() {
    return brokers.map(address -> Kafka.at(address).with(settings.read()));
  }
}
