package io.sluice.streams.kafka.bundle;

import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * A transaction is open that its coordinator considers ended: nothing behind it can be read. Kafka
 * 4.3.1 leaves one if its only broker is restarted in the middle of a commit: the coordinator then
 * takes the partitions for deleted, since it does not know them yet, and writes no end to them.
 */
final class HangingTransactionException extends KafkaException {

  private static final long serialVersionUID = 1;

  HangingTransactionException(List<TopicPartition> partitions) {
    super(
        ("a transaction of an earlier producer has never ended in %s, although its coordinator says so: "
                + "find it with Kafka's `kafka-transactions.sh find-hanging`; how to go on is in docs/streams-on-kafka.md")
            .formatted(partitions));
  }
}
