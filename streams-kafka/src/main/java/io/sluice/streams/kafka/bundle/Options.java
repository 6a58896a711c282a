package io.sluice.streams.kafka.bundle;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;

/**
 * How a pipeline runs on Kafka; see {@link io.sluice.streams.kafka.Kafka} for each.
 *
 * @param properties Kafka's own settings for clients
 * @param places how many bundles a worker runs at most
 * @param stateFolder where workers keep state; in memory if not given
 */
public record Options(
    String brokers,
    Map<String, String> properties,
    Map<Class<?>, Serde<Object>> serdes,
    Duration commit,
    int bundles,
    int places,
    Duration lease,
    Optional<Path> stateFolder) {

  private static final Duration SHORTEST_COMMIT = Duration.ofMillis(5);
  private static final Duration LONGEST_COMMIT = Duration.ofSeconds(10);
  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
  private static final int MOST_BUNDLES = 256;

  public Options {
    properties = Map.copyOf(properties);
    serdes = Map.copyOf(serdes);
    if (commit.compareTo(SHORTEST_COMMIT) < 0 || commit.compareTo(LONGEST_COMMIT) > 0) {
      throw new IllegalArgumentException(
          "commits are %d ms to %d s apart, not %d ms"
              .formatted(
                  SHORTEST_COMMIT.toMillis(), LONGEST_COMMIT.toSeconds(), commit.toMillis()));
    }
    if (bundles < 1 || bundles > MOST_BUNDLES) {
      throw new IllegalArgumentException(
          "a pipeline has 1 to %d bundles, not %d".formatted(MOST_BUNDLES, bundles));
    }
    if (places < 1) {
      throw new IllegalArgumentException("a worker has 1 place or more, not " + places);
    }
    if (lease.compareTo(SHORTEST_LEASE) < 0) {
      throw new IllegalArgumentException(
          "a lease lasts at least %d ms, not %d"
              .formatted(SHORTEST_LEASE.toMillis(), lease.toMillis()));
    }
  }

  public static Options of(String brokers) {
    return new Options(
        brokers,
        Map.of(),
        Map.of(),
        Duration.ofMillis(50),
        4,
        MOST_BUNDLES,
        Duration.ofSeconds(5),
        Optional.empty());
  }

  public Options with(Map<String, String> settings) {
    var all = new HashMap<>(properties);
    all.putAll(settings);
    return new Options(brokers, all, serdes, commit, bundles, places, lease, stateFolder);
  }

  @SuppressWarnings("unchecked") // looked up by the class of the value
  public <T> Options with(Class<T> type, Serde<T> serde) {
    var all = new HashMap<>(serdes);
    all.put(type, (Serde<Object>) serde);
    return new Options(brokers, properties, all, commit, bundles, places, lease, stateFolder);
  }

  public Options committingEvery(Duration interval) {
    return new Options(brokers, properties, serdes, interval, bundles, places, lease, stateFolder);
  }

  public Options withBundles(int number) {
    return new Options(brokers, properties, serdes, commit, number, places, lease, stateFolder);
  }

  public Options withPlaces(int number) {
    return new Options(brokers, properties, serdes, commit, bundles, number, lease, stateFolder);
  }

  public Options withLease(Duration time) {
    return new Options(brokers, properties, serdes, commit, bundles, places, time, stateFolder);
  }

  public Options withStateIn(Path folder) {
    return new Options(
        brokers, properties, serdes, commit, bundles, places, lease, Optional.of(folder));
  }
}
