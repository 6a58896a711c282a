package io.sluice.streams.kafka.bundle;

import io.sluice.streams.kafka.slot.LocalSlots;
import io.sluice.streams.kafka.slot.Slot;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/**
 * Opens the local inboxes of a bundle's slots when their data partitions have been read far enough:
 * up to what had been written, committed or not, when that was asked for. A transaction that led to
 * what this bundle has read by then had written all of its records before.
 */
final class CatchUp {

  private final Admin admin;
  private final InternalTopics topics;
  private final LocalSlots slots;
  private final Map<Slot, Long> ends = new HashMap<>();
  private Optional<KafkaFuture<Map<TopicPartition, ListOffsetsResultInfo>>> asked =
      Optional.empty();

  CatchUp(Admin admin, InternalTopics topics, LocalSlots slots) {
    this.admin = admin;
    this.topics = topics;
    this.slots = slots;
  }

  /** Whether an inbox is closed: then it should be looked at soon. */
  boolean isUnderWay() {
    return asked.isPresent() || !ends.isEmpty();
  }

  /**
   * Asks for the ends if inboxes were closed, and opens those that have been read up to there.
   *
   * @param position the next record of its data partition that a slot is given
   */
  void look(ToLongFunction<Slot> position) {
    if (slots.takeMustCatchUp()) {
      asked = Optional.of(ask());
      ends.clear();
    }
    if (asked.isPresent() && asked.get().isDone()) {
      var found = InternalTopics.await(asked.get());
      asked = Optional.empty();
      for (var slot : slots.inOrder()) {
        var end = found.get(topics.data(slot.number()));
        ends.put(slot, end == null ? 0 : end.offset());
      }
    }
    ends.entrySet()
        .removeIf(
            each -> {
              boolean reached = position.applyAsLong(each.getKey()) >= each.getValue();
              if (reached) {
                each.getKey().inbox().open();
              }
              return reached || !each.getKey().isActive();
            });
  }

  private KafkaFuture<Map<TopicPartition, ListOffsetsResultInfo>> ask() {
    var latest = new HashMap<TopicPartition, OffsetSpec>();
    slots.inOrder().forEach(slot -> latest.put(topics.data(slot.number()), OffsetSpec.latest()));
    return admin.listOffsets(latest, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED)).all();
  }
}
