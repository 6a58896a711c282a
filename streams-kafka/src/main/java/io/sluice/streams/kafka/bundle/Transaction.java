package io.sluice.streams.kafka.bundle;

import io.sluice.cluster.wire.Codec;
import io.sluice.streams.kafka.plan.Status;
import io.sluice.streams.kafka.slot.Writes;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** The writes of one bundle. A transaction begins with the first of them. */
final class Transaction implements Writes {

  private static final Codec<Status> STATUSES = Codec.of(Status.class);

  private final KafkaProducer<byte[], byte[]> producer;
  private final InternalTopics topics;
  private final ConsumerGroupMetadata group;
  private final Room room;
  private boolean open;
  private boolean urgent;

  Transaction(
      KafkaProducer<byte[], byte[]> producer,
      ConsumerGroupMetadata group,
      InternalTopics topics,
      Room room) {
    this.producer = producer;
    this.topics = topics;
    this.group = group;
    this.room = room;
  }

  boolean isOpen() {
    return open;
  }

  /** Whether others wait for what was written: it should be committed at once. */
  boolean isUrgent() {
    return urgent;
  }

  private void send(ProducerRecord<byte[], byte[]> record) {
    begin();
    var _ = producer.send(record);
  }

  void begin() {
    if (!open) {
      producer.beginTransaction();
      open = true;
    }
  }

  @Override
  public void data(int slot, byte[] item) {
    begin();
    room.sending(slot, item.length);
    var _ =
        producer.send(
            new ProducerRecord<>(topics.data(), slot, null, item),
            (metadata, failure) -> {
              if (failure == null) {
                room.sent(slot, metadata.offset(), item.length);
              } else {
                room.failed(slot, item.length);
              }
            });
  }

  @Override
  public void control(int slot, byte[] message) {
    urgent = true;
    send(new ProducerRecord<>(topics.control(), topics.control(slot).partition(), null, message));
  }

  @Override
  public void put(int slot, byte[] key, byte[] value) {
    send(new ProducerRecord<>(topics.state(), slot, key, value));
  }

  @Override
  public void remove(int slot, byte[] key) {
    send(new ProducerRecord<>(topics.state(), slot, key, null));
  }

  @Override
  public void status(Status status) {
    urgent = true;
    send(
        new ProducerRecord<>(
            topics.control(), topics.status().partition(), null, STATUSES.encode(status)));
  }

  @Override
  public void topic(ProducerRecord<byte[], byte[]> record) {
    send(record);
  }

  /** Drops what was written and not committed, so that no reader waits for it. */
  void abort() {
    if (open) {
      producer.abortTransaction();
      open = false;
    }
  }

  /**
   * Makes all writes visible, together with how far was read.
   *
   * @param positions the next offset to be read of each partition
   */
  void commit(Map<TopicPartition, OffsetAndMetadata> positions) {
    begin();
    if (!positions.isEmpty()) {
      producer.sendOffsetsToTransaction(positions, group);
    }
    producer.commitTransaction();
    open = false;
    urgent = false;
  }
}
