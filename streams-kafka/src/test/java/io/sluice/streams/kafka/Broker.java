package io.sluice.streams.kafka;

import static org.awaitility.Awaitility.await;

import io.sluice.broker.KafkaCluster;
import io.sluice.broker.SecureListener;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Real brokers, one if not said otherwise, and what tests write to and read from them as any client
 * would.
 */
final class Broker implements Closeable {

  private final KafkaCluster brokers;

  private Broker(KafkaCluster brokers) {
    this.brokers = brokers;
  }

  static Broker start() throws Exception {
    return start(1);
  }

  static Broker start(int number) throws Exception {
    return new Broker(KafkaCluster.start(number));
  }

  /** One broker with a second port. */
  static Broker start(SecureListener listener) throws Exception {
    return new Broker(KafkaCluster.start(listener));
  }

  /** kill -9 of a broker, numbered from 1. */
  void kill(int broker) throws InterruptedException {
    brokers.kill(broker);
  }

  void restart(int broker) throws Exception {
    brokers.restart(broker);
  }

  String address() {
    return brokers.bootstrapServers();
  }

  Map<String, Object> settings() {
    return Map.of("bootstrap.servers", address(), "enable.metrics.push", false);
  }

  /** A topic from which nothing is removed: by the times of tests, their records are very old. */
  void topic(String name, int partitions) throws Exception {
    var topic =
        new NewTopic(name, Optional.of(partitions), Optional.empty())
            .configs(Map.of("retention.ms", "-1"));
    try (var admin = Admin.create(settings())) {
      admin.createTopics(List.of(topic)).all().get();
    }
    for (String one : address().split(",", -1)) {
      awaitTopic(one, name);
    }
  }

  /** Until that broker has heard of the topic, too. */
  private static void awaitTopic(String broker, String name) {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", broker, "enable.metrics.push", false);
    try (var admin = Admin.create(settings)) {
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> admin.listTopics().names().get().contains(name));
    }
  }

  KafkaProducer<String, String> producer() {
    return new KafkaProducer<>(settings(), new StringSerializer(), new StringSerializer());
  }

  /** Appends values to one partition. */
  void write(String topic, int partition, List<String> values) {
    try (var producer = producer()) {
      for (var value : values) {
        var _ = producer.send(new ProducerRecord<>(topic, partition, null, value));
      }
    }
  }

  private <V> KafkaConsumer<String, V> consumer(Deserializer<V> values) {
    var all = new HashMap<>(settings());
    all.put("isolation.level", "read_committed");
    all.put("auto.offset.reset", "earliest");
    return new KafkaConsumer<>(all, new StringDeserializer(), values);
  }

  /** A consumer of the one partition of a topic, from its beginning. */
  <V> KafkaConsumer<String, V> consumer(String topic, Deserializer<V> values) {
    var consumer = consumer(values);
    consumer.assign(List.of(new TopicPartition(topic, 0)));
    return consumer;
  }

  /** Up to where the one partition of a topic has been committed. */
  long end(String topic) {
    var partition = new TopicPartition(topic, 0);
    try (var consumer = consumer(new StringDeserializer())) {
      return consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
    }
  }

  /** The ports of brokers at these addresses. */
  static List<Integer> ports(String addresses) {
    return Stream.of(addresses.split(",", -1))
        .map(each -> Integer.valueOf(each.split(":", -1)[1]))
        .toList();
  }

  /** Everything that is committed in a topic, partition by partition. */
  List<ConsumerRecord<String, String>> read(String topic) {
    var all = new ArrayList<ConsumerRecord<String, String>>();
    try (var consumer = consumer(new StringDeserializer())) {
      var partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      var ends = consumer.endOffsets(partitions);
      while (partitions.stream()
          .anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
        consumer.poll(Duration.ofMillis(100)).forEach(all::add);
      }
    }
    return all;
  }

  List<String> values(String topic) {
    return read(topic).stream().map(ConsumerRecord::value).toList();
  }

  @Override
  public void close() throws IOException {
    brokers.close();
  }
}
