package io.sluice.cli.demo;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes orders to a topic at the rate of a wave, and reads from another what became of them. */
final class OrderTopics implements AutoCloseable {

  private static final int CUSTOMERS = 1_000;
  private static final Duration BETWEEN = Duration.ofMillis(20);

  private final String brokers;
  private final Wave wave;
  private final Arrivals arrivals;
  private final CountDownLatch beginning = new CountDownLatch(1);
  private volatile long begun = System.nanoTime();
  private final AtomicLong sent = new AtomicLong();
  private final Thread writer;
  private final Thread reader;
  private volatile boolean writing = true;
  private volatile boolean reading = true;

  OrderTopics(String brokers, Wave wave, Arrivals arrivals) throws InterruptedException {
    this.brokers = brokers;
    this.wave = wave;
    this.arrivals = arrivals;
    create();
    this.writer = Thread.ofPlatform().daemon().name("writes orders").start(this::write);
    this.reader = Thread.ofPlatform().daemon().name("reads totals").start(this::read);
  }

  private void create() throws InterruptedException {
    try (var admin = Admin.create(Map.of("bootstrap.servers", brokers))) {
      var topics =
          List.of(KafkaOrders.IN, KafkaOrders.OUT).stream()
              .map(name -> new NewTopic(name, Optional.of(1), Optional.empty()))
              .toList();
      admin.createTopics(topics).all().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the demo's topics could not be created", e);
    }
  }

  /** Begins the wave; until then there is one order, which shows when the pipeline runs. */
  void begin() {
    begun = System.nanoTime();
    beginning.countDown();
  }

  double seconds() {
    return (System.nanoTime() - begun) / 1e9;
  }

  /** How many orders have been written. */
  long sent() {
    return sent.get();
  }

  private void write() {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", brokers, "acks", "all", "linger.ms", "5");
    try (var producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      send(producer);
      producer.flush();
      beginning.await();
      double due = 0;
      double last = seconds();
      while (writing) {
        double now = seconds();
        due += wave.rate(now) * (now - last);
        last = now;
        for (; due >= 1 && writing; due--) {
          send(producer);
        }
        Thread.sleep(BETWEEN);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void send(KafkaProducer<String, String> producer) {
    long number = sent.getAndIncrement();
    String line = number + " " + number * 7919 % CUSTOMERS;
    var _ = producer.send(new ProducerRecord<>(KafkaOrders.IN, line));
  }

  private void read() {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers", brokers,
            "group.id", "sluice-demo-reader",
            "auto.offset.reset", "earliest",
            "isolation.level", "read_committed");
    try (var consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      consumer.subscribe(List.of(KafkaOrders.OUT));
      while (reading) {
        for (var record : consumer.poll(BETWEEN)) {
          String[] parts = record.value().split(" ", -1);
          arrivals.add(Long.parseLong(parts[0]), parts[1].equals("1"));
        }
      }
    }
  }

  /** Writes no more orders, and returns when all are in the topic. */
  void stopWriting() throws InterruptedException {
    writing = false;
    beginning.countDown();
    writer.join();
  }

  @Override
  public void close() {
    writing = false;
    reading = false;
    beginning.countDown();
    try {
      writer.join();
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
