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

/**
 * Reads what the state partitions of some slots have: ahead, while another worker still writes
 * there, and the rest when none does any more.
 */
final class Restore implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(2);
  private static final long LONGEST_SILENCE = TimeUnit.SECONDS.toNanos(20);

  private final Admin admin;
  private final InternalTopics topics;
  private final List<Integer> slots;
  private final Map<Integer, Saved> saved = new HashMap<>();
  private final KafkaConsumer<byte[], byte[]> consumer;
  private Map<TopicPartition, Long> committedAtFirst = Map.of();

  /**
   * @param files where state is kept; in memory if not given
   */
  Restore(
      Clients clients,
      Admin admin,
      InternalTopics topics,
      List<Integer> slots,
      Optional<StateTable> files) {
    this.admin = admin;
    this.topics = topics;
    this.slots = slots;
    this.consumer = clients.briefConsumer(topics.group());
    slots.forEach(slot -> saved.put(slot, new Saved(slot, files)));
    var partitions = slots.stream().map(topics::state).toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** Reads some of what is committed, and waits for a moment if there is nothing. */
  void readSome() {
    boolean _ = poll();
  }

  /** Whether everything has been read that was committed when this was first asked. */
  boolean isUpToDate() {
    if (committedAtFirst.isEmpty()) {
      committedAtFirst = consumer.endOffsets(consumer.assignment());
    }
    return behind(committedAtFirst).isEmpty();
  }

  /**
   * Reads up to what has been written at this moment, whether committed or not: up to what is
   * committed, something that will be so in a moment would be missed. No other producer may write
   * there any more, and no transaction be open.
   *
   * @throws HangingTransactionException if one is open nevertheless
   */
  Map<Integer, Saved> readToEnd() {
    var ends = ends();
    long progress = System.nanoTime();
    while (!behind(ends).isEmpty()) {
      if (poll()) {
        progress = System.nanoTime();
      } else if (System.nanoTime() - progress > LONGEST_SILENCE) {
        throw new HangingTransactionException(behind(ends));
      }
    }
    return saved;
  }

  /** Returns whether there was anything. */
  private boolean poll() {
    var polled = consumer.poll(POLL);
    for (var record : polled) {
      var slot = saved.get(record.partition());
      if (slot != null) {
        slot.put(record.key(), Optional.ofNullable(record.value()));
      }
    }
    return !polled.isEmpty();
  }

  private List<TopicPartition> behind(Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .filter(each -> consumer.position(each.getKey()) < each.getValue())
        .map(Map.Entry::getKey)
        .toList();
  }

  private Map<TopicPartition, Long> ends() {
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

  @Override
  public void close() {
    consumer.close();
  }
}
