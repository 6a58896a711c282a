package io.sluice.streams.kafka;

import io.sluice.streams.PipelineEngine;
import io.sluice.streams.Running;
import io.sluice.streams.graph.Graph;
import io.sluice.streams.kafka.bundle.InternalTopics;
import io.sluice.streams.kafka.bundle.Options;
import io.sluice.streams.kafka.state.StateTable;
import io.sluice.streams.kafka.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;

/**
 * Runs pipelines on Apache Kafka. Each process that starts the pipeline is a worker and does a part
 * of it; workers may begin and end at any time.
 *
 * <pre>{@code
 * try (var worker = clicks.on(Kafka.at("localhost:9092")).start()) {
 *   worker.await();
 * }
 * }</pre>
 *
 * <p>What a pipeline keeps in Kafka is described in {@code docs/streams-on-kafka.md}; {@link
 * #delete} removes it.
 */
public final class Kafka implements PipelineEngine {

  private final Options options;

  private Kafka(Options options) {
    this.options = options;
  }

  /**
   * The brokers at these addresses.
   *
   * @param brokers each {@code host:port}, separated by commas; some of them are enough
   */
  public static Kafka at(String brokers) {
    return new Kafka(Options.of(Objects.requireNonNull(brokers, "brokers")));
  }

  /**
   * The same with more of Kafka's own settings for clients: {@code security.protocol}, {@code
   * sasl.jaas.config}, {@code ssl.truststore.location} and so on. Those on which the pipeline
   * relies stay as they are.
   */
  public Kafka with(Map<String, String> settings) {
    return new Kafka(options.with(settings));
  }

  /**
   * Sets how values of a class become bytes, between operators and in state. Records, enums and the
   * usual values of the JDK need none.
   */
  public <T> Kafka serde(Class<T> type, Serde<T> serde) {
    return new Kafka(options.with(type, serde));
  }

  /**
   * Sets how often records that were read are committed, and with them what was made of them; 50 ms
   * if not set. Shorter means that results are seen sooner, longer that more records are processed.
   *
   * @param interval from 5 milliseconds to 10 seconds
   */
  public Kafka commitEvery(Duration interval) {
    return new Kafka(options.committingEvery(interval));
  }

  /**
   * Sets into how many bundles the pipeline is divided; 4 if not set. A bundle runs in one worker
   * on one thread, so no more workers than bundles have anything to do. It cannot be changed while
   * the pipeline has state.
   *
   * @param number from 1 to 256
   */
  public Kafka bundles(int number) {
    return new Kafka(options.withBundles(number));
  }

  /**
   * Sets how many bundles this worker runs at most; all if not set.
   *
   * @param number 1 or more
   */
  public Kafka places(int number) {
    return new Kafka(options.withPlaces(number));
  }

  /**
   * Sets after how long the others have taken over what a worker ran that is silent; 5 seconds if
   * not set. They prepare themselves after three quarters of it. The same in all workers.
   *
   * @param time one second or more
   */
  public Kafka lease(Duration time) {
    return new Kafka(options.withLease(time));
  }

  /**
   * Keeps the state of keyed operators in files below a folder, by RocksDB, instead of in memory:
   * for state that is larger than the heap. The application adds {@code org.rocksdb:rocksdbjni}.
   * The files are a copy of what is in Kafka, made when this worker takes a bundle over.
   *
   * @param folder on a local disk; each worker may have its own
   */
  public Kafka stateOnDisk(Path folder) {
    StateTable.requireLibrary();
    return new Kafka(options.withStateIn(folder));
  }

  /**
   * Starts a worker.
   *
   * @throws IllegalArgumentException if the pipeline has a part that cannot run on Kafka, or is not
   *     the one that has state there
   * @throws IllegalStateException if no broker answers
   */
  @Override
  public Running start(Graph graph) {
    return Worker.start(graph, options);
  }

  /**
   * Removes what a pipeline keeps in Kafka: its topics, its state and how far it has read. Nothing
   * of the application's own topics. Takes some seconds, to see that no worker runs it.
   *
   * @return whether there was anything
   * @throws IllegalStateException if workers run it
   */
  public boolean delete(String pipeline) {
    return InternalTopics.delete(pipeline, options);
  }

  /** Not the properties: there may be passwords among them. */
  @Override
  public String toString() {
    return options.brokers();
  }
}
