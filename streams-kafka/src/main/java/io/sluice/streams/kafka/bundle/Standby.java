package io.sluice.streams.kafka.bundle;

import io.sluice.streams.kafka.slot.Saved;
import io.sluice.streams.kafka.state.StateTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;

/**
 * What a worker needs to run a bundle, made before it may: clients that know their brokers, and a
 * copy of the state that follows the worker that runs the bundle now. So a bundle that is handed
 * over stands still only while the rest is read.
 */
final class Standby implements AutoCloseable {

  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Optional<StateTable> files;
  private final Restore restore;

  Standby(
      Clients clients,
      Admin admin,
      InternalTopics topics,
      Options options,
      int bundle,
      List<Integer> slots) {
    this.producer = clients.producer(topics.transactionalId(bundle), options.commit());
    this.consumer = clients.consumer(topics.group());
    this.files =
        options
            .stateFolder()
            .map(folder -> StateTable.open(folder, topics.pipeline() + "-" + bundle));
    this.restore = new Restore(clients, admin, topics, slots, files);
  }

  /**
   * Finds the brokers of what will be read and written, and of the offsets. It asks for an offset
   * that no transaction commits: one that a crashed worker has left open would have to be waited
   * for, and is ended only by the one that takes over. Nothing is read yet, but the consumer keeps
   * what it knows of its partitions alone.
   *
   * @param sources the application's topics that the slots may read
   */
  void connect(InternalTopics topics, List<Integer> slots, List<String> sources) {
    var inputs = new ArrayList<TopicPartition>();
    slots.forEach(slot -> inputs.addAll(topics.inboxes(slot)));
    for (var topic : sources) {
      consumer
          .partitionsFor(topic)
          .forEach(info -> inputs.add(new TopicPartition(topic, info.partition())));
    }
    consumer.assign(inputs);
    var _ = consumer.committed(Set.of(topics.reports()));
    var _ = consumer.endOffsets(inputs);
    var _ = producer.partitionsFor(topics.state());
  }

  /** Reads some of the state, and waits for a moment if there is nothing. */
  void follow() {
    restore.readSome();
  }

  /** Whether all of the state has been read that was committed when this was first asked. */
  boolean isUpToDate() {
    return restore.isUpToDate();
  }

  /** Reads the rest of the state, which no worker changes any more. */
  Map<Integer, Saved> complete() {
    return restore.readToEnd();
  }

  KafkaProducer<byte[], byte[]> producer() {
    return producer;
  }

  KafkaConsumer<byte[], byte[]> consumer() {
    return consumer;
  }

  Optional<StateTable> files() {
    return files;
  }

  /** What is not committed by now has not happened. */
  @Override
  public void close() {
    producer.close(Duration.ZERO);
    consumer.close();
    restore.close();
    files.ifPresent(StateTable::close);
  }
}
