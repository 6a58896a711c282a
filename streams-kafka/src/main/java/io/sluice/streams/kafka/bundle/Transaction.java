package io.sluice.streams.kafka.bundle;

import io.sluice.cluster.wire.Codec;
import io.sluice.streams.kafka.plan.Status;
import io.sluice.streams.kafka.slot.Writes;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;

/**
 * The writes of one bundle. A transaction begins with the first of them.
 *
 * <p>What Kafka refuses is said by {@link #commit} alone: a write happens inside an application's
 * function, which is not to blame and must not see it.
 */
final class Transaction implements Writes {

  private static final Codec<Status> STATUSES = Codec.of(Status.class);

  private final Producer<byte[], byte[]> producer;
  private final InternalTopics topics;
  private final ConsumerGroupMetadata group;
  private final Room room;
  private final int largestResult;
  private final Callback sent = this::look;
  private boolean open;
  private boolean urgent;
  private Optional<KafkaException> refused = Optional.empty();

  /** What no attempt will be able to write; set by a thread of the producer. */
  private volatile Optional<TooLargeException> tooLarge = Optional.empty();

  /**
   * @param largestResult how many bytes a record for a topic of the application has at most
   */
  Transaction(
      Producer<byte[], byte[]> producer,
      ConsumerGroupMetadata group,
      InternalTopics topics,
      Room room,
      int largestResult) {
    this.producer = producer;
    this.topics = topics;
    this.group = group;
    this.room = room;
    this.largestResult = largestResult;
  }

  boolean isOpen() {
    return open;
  }

  /** Whether others wait for what was written: it should be committed at once. */
  boolean isUrgent() {
    return urgent;
  }

  private void send(ProducerRecord<byte[], byte[]> record) {
    var _ = send(record, sent);
  }

  /** Returns whether the callback will be told what has become of the record. */
  private boolean send(ProducerRecord<byte[], byte[]> record, Callback callback) {
    if (refused.isPresent()) {
      return false;
    }
    try {
      begin();
      var _ = producer.send(record, callback);
      return true;
    } catch (KafkaException e) {
      refuse(e);
      return false;
    }
  }

  /** Nothing of this step can count any more, so it ends at once. */
  private void refuse(KafkaException why) {
    refused = Optional.of(why);
    urgent = true;
  }

  private void begin() {
    if (!open) {
      producer.beginTransaction();
      open = true;
    }
  }

  @SuppressWarnings("NullAway") // Kafka says null for what has been written.
  private void look(RecordMetadata metadata, Exception failure) {
    if (failure instanceof RecordTooLargeException) {
      tooLarge(new TopicPartition(metadata.topic(), metadata.partition()), failure);
    }
  }

  /** The first counts: what else the producer drops is given the same reason. */
  private synchronized void tooLarge(TopicPartition partition, Exception why) {
    if (tooLarge.isEmpty()) {
      tooLarge = Optional.of(new TooLargeException(partition, why));
    }
  }

  @Override
  public void data(int slot, byte[] item) {
    room.sending(slot, item.length);
    boolean told =
        send(
            new ProducerRecord<>(topics.data(), slot, null, item),
            (metadata, failure) -> {
              if (failure == null) {
                room.sent(slot, metadata.offset(), item.length);
              } else {
                room.failed(slot, item.length);
                look(metadata, failure);
              }
            });
    if (!told) {
      room.failed(slot, item.length);
    }
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
    long bytes = sizeOf(record);
    if (bytes > largestResult) {
      // Here, since a producer whose record a broker refuses may commit without success, again and
      // again.
      var why =
          new RecordTooLargeException(
              "%,d bytes are more than max.request.size, which is %,d; set it, and the topic's max.message.bytes"
                  .formatted(bytes, largestResult));
      tooLarge(new TopicPartition(record.topic(), 0), why);
      refuse(why);
    } else {
      send(record);
    }
  }

  private static long sizeOf(ProducerRecord<byte[], byte[]> record) {
    long bytes = length(record.key()) + length(record.value());
    for (var header : record.headers()) {
      bytes += header.key().length() + length(header.value());
    }
    return bytes;
  }

  @SuppressWarnings("NullAway") // Records may have no key, no value, and headers without one.
  private static long length(byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
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
   * @throws TooLargeException if Kafka does not take a record, however often it is tried
   * @throws KafkaException if nothing was written
   */
  void commit(Map<TopicPartition, OffsetAndMetadata> positions) {
    try {
      refused.ifPresent(
          why -> {
            throw why;
          });
      begin();
      if (!positions.isEmpty()) {
        producer.sendOffsetsToTransaction(positions, group);
      }
      producer.commitTransaction();
    } catch (KafkaException e) {
      throw tooLarge.isPresent() ? tooLarge.get() : e;
    }
    open = false;
    urgent = false;
  }
}
