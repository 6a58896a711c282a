package io.sluice.bench.streams.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes records for an engine, and reads its results as soon as they are committed. */
final class Load {

  static final int PARTITIONS = 4;
  private static final int KEYS = 10_000;

  /** While gaps are watched: each of these has a result every few dozen milliseconds. */
  static final int FEW_KEYS = 200;

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final String brokers;

  Load(String brokers) {
    this.brokers = brokers;
  }

  private Map<String, Object> settings() {
    return new HashMap<>(Map.of("bootstrap.servers", brokers, "enable.metrics.push", false));
  }

  void topic(String name) throws InterruptedException, ExecutionException {
    try (var admin = Admin.create(settings())) {
      var topic = new NewTopic(name, Optional.of(PARTITIONS), Optional.empty());
      var _ = admin.createTopics(List.of(topic)).all().get();
      // The broker hears of it a moment later.
      long begin = System.nanoTime();
      while (!admin.listTopics().names().get().contains(name)) {
        if (System.nanoTime() - begin > PATIENCE.toNanos()) {
          throw new IllegalStateException("topic %s was not created".formatted(name));
        }
      }
    }
  }

  private KafkaProducer<String, String> producer(int linger) {
    var all = settings();
    all.put("linger.ms", linger);
    all.put("batch.size", 1 << 17);
    all.put("buffer.memory", 256L << 20);
    return new KafkaProducer<>(all, new StringSerializer(), new StringSerializer());
  }

  private static ProducerRecord<String, String> record(String topic, long number, int keys) {
    String key = "key-" + number % keys;
    return new ProducerRecord<>(
        topic, (int) (number % keys % PARTITIONS), null, key + " " + System.nanoTime());
  }

  /** Writes records of that number of keys whose state is large. */
  void ballast(String topic, int number) {
    try (var producer = producer(5)) {
      for (int each = 0; each < number; each++) {
        var _ =
            producer.send(
                new ProducerRecord<>(topic, each % PARTITIONS, null, "ballast-" + each + " 0"));
      }
    }
  }

  /** Writes that number of records as fast as possible. */
  void fill(String topic, long records) {
    try (var producer = producer(20)) {
      for (long number = 0; number < records; number++) {
        var _ = producer.send(record(topic, number, KEYS));
      }
    }
  }

  private KafkaConsumer<String, String> results(String topic) {
    var all = settings();
    all.put("isolation.level", "read_committed");
    all.put("max.poll.records", 20_000);
    var consumer = new KafkaConsumer<>(all, new StringDeserializer(), new StringDeserializer());
    var partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    return consumer;
  }

  /** Results a second, from a fifth of them on: the engine is warm then, and at work. */
  double rate(String topic, long records) {
    long seen = 0;
    long first = 0;
    long begin = System.nanoTime();
    try (var consumer = results(topic)) {
      while (seen < records) {
        seen += consumer.poll(POLL).count();
        if (first == 0 && seen >= records / 5) {
          first = seen;
          begin = System.nanoTime();
        }
        if (System.nanoTime() - begin > PATIENCE.toNanos()) {
          throw new IllegalStateException("%,d of %,d results".formatted(seen, records));
        }
      }
      return (seen - first) / ((System.nanoTime() - begin) / 1e9);
    }
  }

  /**
   * The time from writing a record to reading its committed result, in nanoseconds.
   *
   * @param rate records a second
   */
  Histogram latency(String in, String out, double rate, Duration warmUp, Duration measured)
      throws InterruptedException {
    long begin = System.nanoTime();
    long from = begin + warmUp.toNanos();
    long end = from + measured.toNanos();
    var writer = Thread.ofPlatform().start(() -> write(in, rate, begin, end));
    var histogram = new Histogram(TimeUnit.MINUTES.toNanos(5), 3);
    try (var consumer = results(out)) {
      while (System.nanoTime() < end) {
        for (var result : consumer.poll(POLL)) {
          long now = System.nanoTime();
          long written = Long.parseLong(result.value().split(" ", -1)[1]);
          if (written >= from) {
            histogram.recordValue(Math.max(0, now - written));
          }
        }
      }
    }
    writer.join();
    return histogram;
  }

  private void write(String topic, double rate, long begin, long end) {
    try (var producer = producer(1)) {
      for (long number = 0; System.nanoTime() < end; number++) {
        pace(begin, number, rate);
        var _ = producer.send(record(topic, number, KEYS));
      }
    }
  }

  /** Writes records at a rate until told to end. */
  void write(String topic, double rate, int keys, AtomicBoolean ending) {
    long begin = System.nanoTime();
    try (var producer = producer(1)) {
      for (long number = 0; !ending.get(); number++) {
        pace(begin, number, rate);
        var _ = producer.send(record(topic, number, keys));
      }
    }
  }

  /** Writes records at a rate that changes, until told to end. */
  void write(String topic, IntSupplier rate, AtomicBoolean ending) {
    long next = System.nanoTime();
    try (var producer = producer(1)) {
      for (long number = 0; !ending.get(); number++) {
        var _ = producer.send(record(topic, number, KEYS));
        next += TimeUnit.SECONDS.toNanos(1) / rate.getAsInt();
        LockSupport.parkNanos(Math.max(0, next - System.nanoTime()));
      }
    }
  }

  private static void pace(long begin, long number, double rate) {
    long wait = begin + (long) (number / rate * 1e9) - System.nanoTime();
    if (wait > TimeUnit.MICROSECONDS.toNanos(500)) {
      LockSupport.parkNanos(wait);
    }
  }

  /** Gives results to a watcher until told to end. */
  void watch(String topic, Gaps gaps, AtomicBoolean ending) {
    try (var consumer = results(topic)) {
      while (!ending.get()) {
        for (var result : consumer.poll(POLL)) {
          gaps.add(result.value(), System.nanoTime());
        }
      }
    }
  }
}
