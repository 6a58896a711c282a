package io.sluice.streams.kafka.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What Kafka refuses in the midst of a step is said at its end, not to the functions. */
class TransactionTest {

  private static final InternalTopics TOPICS = new InternalTopics("mocked");

  private final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
  private final Room room = new Room();
  private final Transaction transaction =
      new Transaction(producer, new MockConsumer<>("none").groupMetadata(), TOPICS, room, 100);

  @BeforeEach
  void begin() {
    producer.initTransactions();
  }

  private static ProducerRecord<byte[], byte[]> record() {
    return new ProducerRecord<>("out", 0, null, new byte[10]);
  }

  @Test
  void aFencedStepIsRefusedWhenItIsCommitted() {
    transaction.topic(record());
    assertThat(transaction.isUrgent()).isFalse();
    producer.fenceProducer();
    transaction.topic(record());
    transaction.data(1, new byte[(int) Room.MOST_BYTES]);
    transaction.put(1, new byte[1], new byte[1]);
    assertThat(transaction.isUrgent()).isTrue();
    assertThat(room.isAt(1)).isTrue(); // What was not sent takes no room.
    assertThatThrownBy(() -> transaction.commit(Map.of()))
        .isInstanceOf(KafkaException.class)
        .hasMessageContaining("fenced");
  }

  /** As the producer does once a batch has not been delivered in time. */
  @Test
  void anyErrorOfTheProducerIsSaidWhenTheStepIsCommitted() {
    transaction.topic(record());
    producer.sendException = new KafkaException("in an error state");
    transaction.topic(record());
    transaction.topic(record());
    assertThatThrownBy(() -> transaction.commit(Map.of())).hasMessage("in an error state");
  }

  @Test
  void whatIsTooLargeIsNamed() {
    transaction.put(1, new byte[1], new byte[1]);
    producer.errorNext(new RecordTooLargeException("too large"));
    producer.commitTransactionException = new KafkaException("in an error state");
    assertThatThrownBy(() -> transaction.commit(Map.of()))
        .isInstanceOf(TooLargeException.class)
        .hasMessageContaining("too large");
  }

  @Test
  void aResultThatIsTooLargeIsNotSent() {
    transaction.topic(new ProducerRecord<>("out", 0, null, new byte[101]));
    transaction.topic(record());
    assertThat(producer.uncommittedRecords()).isEmpty();
    assertThatThrownBy(() -> transaction.commit(Map.of()))
        .isInstanceOf(TooLargeException.class)
        .hasMessageContaining("101 bytes are more than max.request.size, which is 100");
  }
}
