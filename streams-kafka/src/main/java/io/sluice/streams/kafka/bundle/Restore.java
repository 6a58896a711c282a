package io.sluice.streams.kafka.bundle;

import io.sluice.streams.kafka.slot.Saved;
import io.sluice.streams.kafka.state.StateTable;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Reads what the state partitions of some slots have. */
final class Restore {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final long LONGEST_SILENCE = TimeUnit.SECONDS.toNanos(20);

  private final Clients clients;
  private final Admin admin;
  private final InternalTopics topics;

  Restore(Clients clients, Admin admin, InternalTopics topics) {
    this.clients = clients;
    this.admin = admin;
    this.topics = topics;
  }

  /**
   * Reads up to what has been written at this moment, whether committed or not: up to what is
   * committed, something that will be so in a moment would be missed. No other producer may write
   * there any more, and no transaction be open.
   *
   * @param files where state is kept; in memory if not given
   * @throws HangingTransactionException if one is open nevertheless
   */
  Map<Integer, Saved> read(List<Integer> slots, Optional<StateTable> files) {
    var saved = new HashMap<Integer, Saved>();
    slots.forEach(slot -> saved.put(slot, new Saved(slot, files)));
    var ends = ends(slots);
    try (var consumer = clients.briefConsumer(topics.group())) {
      consumer.assign(ends.keySet());
      consumer.seekToBeginning(ends.keySet());
      long progress = System.nanoTime();
      while (ends.entrySet().stream()
          .anyMatch(each -> consumer.position(each.getKey()) < each.getValue())) {
        var polled = consumer.poll(POLL);
        if (!polled.isEmpty()) {
          progress = System.nanoTime();
        } else if (System.nanoTime() - progress > LONGEST_SILENCE) {
          throw new HangingTransactionException(behind(consumer, ends));
        }
        for (var record : polled) {
          var slot = saved.get(record.partition());
          if (slot != null) {
            slot.put(record.key(), Optional.ofNullable(record.value()));
          }
        }
      }
    }
    return saved;
  }

  private static List<TopicPartition> behind(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .filter(each -> consumer.position(each.getKey()) < each.getValue())
        .map(Map.Entry::getKey)
        .toList();
  }

  private Map<TopicPartition, Long> ends(List<Integer> slots) {
    var latest = new HashMap<TopicPartition, OffsetSpec>();
    slots.forEach(slot -> latest.put(topics.state(slot), OffsetSpec.latest()));
    var found =
        InternalTopics.await(
            admin
                .listOffsets(latest, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                .all());
    var ends = new HashMap<TopicPartition, Long>();
    found.forEach((partition, info) -> ends.put(partition, info.offset()));
    return ends;
  }
}
