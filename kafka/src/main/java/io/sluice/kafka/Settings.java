package io.sluice.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/** How we use Kafka's clients: the user's settings, and over them those that we rely on. */
final class Settings {

  private static final int RETRY_MILLIS = 20;
  private static final int LONGEST_RETRY_MILLIS = 500;
  private static final int FETCH_MILLIS = 100;

  private Settings() {}

  private static Map<String, Object> common(Kafka kafka) {
    var all = new HashMap<String, Object>();
    all.put("reconnect.backoff.ms", RETRY_MILLIS);
    all.put("reconnect.backoff.max.ms", LONGEST_RETRY_MILLIS);
    all.put("retry.backoff.ms", RETRY_MILLIS);
    all.put("retry.backoff.max.ms", LONGEST_RETRY_MILLIS);
    // A node reports no client metrics that the user has not asked for.
    all.put("enable.metrics.push", false);
    all.putAll(kafka.properties());
    all.put("bootstrap.servers", kafka.brokers());
    return all;
  }

  static Map<String, Object> admin(Kafka kafka, Duration patience) {
    var all = common(kafka);
    all.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) patience.toMillis());
    all.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) patience.toMillis());
    return all;
  }

  /**
   * Each message at once, in order, without repetition; what cannot be delivered within a lease
   * never will be.
   */
  static Map<String, Object> producer(Kafka kafka, Duration lease) {
    var all = common(kafka);
    all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    all.put(ProducerConfig.ACKS_CONFIG, "all");
    all.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    all.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) lease.toMillis() / 2);
    all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) lease.toMillis());
    all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, lease.toMillis() / 2);
    all.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    return all;
  }

  /** What is missing shows as an error, never as a gap. */
  static Map<String, Object> consumer(Kafka kafka, Duration lease) {
    var all = common(kafka);
    all.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
    all.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_MILLIS);
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    all.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) lease.toMillis());
    all.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) lease.toMillis());
    all.remove(ConsumerConfig.GROUP_ID_CONFIG);
    return all;
  }
}
