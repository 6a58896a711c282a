package io.sluice.streams.kafka.bundle;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka's clients with the user's settings, and over them those that the engine relies on. */
public final class Clients {

  /** By default 100 ms, and then nine in ten transactions take that long. */
  private static final int RETRY_MILLIS = 5;

  private static final int LONGEST_RETRY_MILLIS = 500;
  private static final int BATCH_BYTES = 1 << 16;
  private static final int LARGEST_RESULT_BYTES = 1 << 20;

  /** The share of the heap that one producer may use for what it has not sent yet. */
  private static final long BUFFERS = 16;

  private static final long LEAST_BUFFER_BYTES = 4L << 20;
  private static final long MOST_BUFFER_BYTES = 32L << 20;
  private static final int MOST_POLLED = 2_000;
  private static final int PATIENCE_MILLIS = 10_000;

  /** Only a safety net: the next holder of a bundle ends its open transaction at once. */
  private static final int TRANSACTION_MILLIS = 60_000;

  /** A commit wakes those that wait for it. */
  private static final int FETCH_MILLIS = 500;

  private static final int BRIEF_FETCH_MILLIS = 10;

  private final Options options;

  public Clients(Options options) {
    this.options = options;
  }

  private Map<String, Object> common() {
    var all = new HashMap<String, Object>();
    all.put("reconnect.backoff.ms", RETRY_MILLIS);
    all.put("reconnect.backoff.max.ms", LONGEST_RETRY_MILLIS);
    all.put("retry.backoff.ms", RETRY_MILLIS);
    all.put("retry.backoff.max.ms", LONGEST_RETRY_MILLIS);
    all.put("enable.metrics.push", false);
    all.put("request.timeout.ms", PATIENCE_MILLIS);
    all.put("default.api.timeout.ms", PATIENCE_MILLIS);
    all.putAll(options.properties());
    all.put("bootstrap.servers", options.brokers());
    return all;
  }

  /** It is asked when a worker starts, on a machine that may be busy starting others, too. */
  public Admin admin() {
    var all = common();
    if (!options.properties().containsKey("default.api.timeout.ms")) {
      all.put("default.api.timeout.ms", 3 * PATIENCE_MILLIS);
    }
    return Admin.create(all);
  }

  /** A producer whose transactions end those of every earlier one with this name. */
  KafkaProducer<byte[], byte[]> producer(String transactionalId, Duration commit) {
    var all = common();
    all.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
    all.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_MILLIS);
    all.put(ProducerConfig.LINGER_MS_CONFIG, (int) commit.toMillis());
    all.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    all.put(
        ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
        Math.max(InternalTopics.LARGEST_BYTES, largestResult()));
    all.putIfAbsent(ProducerConfig.BUFFER_MEMORY_CONFIG, bufferBytes());
    all.put(ProducerConfig.ACKS_CONFIG, "all");
    all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 2 * PATIENCE_MILLIS);
    all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, PATIENCE_MILLIS);
    return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Kafka's own number of bytes, or fewer in a small heap; the largest record fits. */
  private long bufferBytes() {
    long largest = Math.max(InternalTopics.LARGEST_BYTES, largestResult());
    long share = Runtime.getRuntime().maxMemory() / BUFFERS;
    return Math.max(largest, Math.clamp(share, LEAST_BUFFER_BYTES, MOST_BUFFER_BYTES));
  }

  /** The user's setting for records that go to topics of the application, or Kafka's own. */
  int largestResult() {
    var set = options.properties().get(ProducerConfig.MAX_REQUEST_SIZE_CONFIG);
    return set == null ? LARGEST_RESULT_BYTES : Integer.parseInt(set);
  }

  /** A producer for what an application orders. */
  public KafkaProducer<byte[], byte[]> plainProducer() {
    var all = common();
    all.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    all.put(ProducerConfig.ACKS_CONFIG, "all");
    all.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 2 * PATIENCE_MILLIS);
    all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, PATIENCE_MILLIS);
    return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /**
   * A consumer that reads what was committed; what is missing shows as an error, never as a gap.
   *
   * @param group whose offsets it knows
   */
  public KafkaConsumer<byte[], byte[]> consumer(String group) {
    return consumer(group, FETCH_MILLIS);
  }

  /**
   * The same for a short time: closing a consumer waits for the fetch that is under way, up to half
   * a second in the others.
   */
  KafkaConsumer<byte[], byte[]> briefConsumer(String group) {
    return consumer(group, BRIEF_FETCH_MILLIS);
  }

  private KafkaConsumer<byte[], byte[]> consumer(String group, int fetchMillis) {
    var all = common();
    all.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    all.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
    all.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, fetchMillis);
    all.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MOST_POLLED);
    return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
