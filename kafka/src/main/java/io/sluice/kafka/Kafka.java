package io.sluice.kafka;

import io.sluice.cluster.Network;
import io.sluice.cluster.Transport;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Brokers through which nodes speak to each other: {@code
 * Sluice.named("orders").over(Kafka.at("localhost:9092")).join()}.
 *
 * @param brokers where some of them are, as Kafka's {@code bootstrap.servers}
 * @param properties more of Kafka's settings, such as those for SASL and SSL
 */
public record Kafka(String brokers, Map<String, String> properties) implements Network {

  public Kafka {
    properties = Map.copyOf(properties);
  }

  /**
   * The brokers at these addresses.
   *
   * @param brokers each {@code host:port}, separated by commas; some of them are enough
   */
  public static Kafka at(String brokers) {
    return new Kafka(brokers, Map.of());
  }

  /**
   * The same with more of Kafka's own settings for clients: {@code security.protocol}, {@code
   * sasl.jaas.config}, {@code ssl.truststore.location} and so on. Those on which the locks rely
   * stay as they are.
   */
  public Kafka with(Map<String, String> settings) {
    var all = new HashMap<>(properties);
    all.putAll(settings);
    return new Kafka(brokers, all);
  }

  /** How long to wait for a broker's first answer: ten seconds, or Kafka's setting for that. */
  Duration patience() {
    String millis = properties.getOrDefault("default.api.timeout.ms", "10000");
    try {
      return Duration.ofMillis(Long.parseLong(millis));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("default.api.timeout.ms is no number: " + millis, e);
    }
  }

  @Override
  public Transport transport(String cluster, String node, Duration lease) {
    return new KafkaTransport(this, cluster, node, lease);
  }

  /** Not the properties: there may be passwords among them. */
  @Override
  public String toString() {
    return brokers;
  }
}
