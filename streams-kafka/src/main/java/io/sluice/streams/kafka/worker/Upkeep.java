package io.sluice.streams.kafka.worker;

import io.sluice.streams.kafka.bundle.InternalTopics;
import io.sluice.streams.kafka.bundle.Room;
import io.sluice.streams.kafka.plan.Plan;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the offsets that the pipeline has committed: while receivers have little room left, to
 * find out what they have processed; and from time to time, to remove what has been read from the
 * inboxes.
 */
final class Upkeep implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);
  private static final long LOOK_MILLIS = 20;
  private static final long PURGE_EVERY = TimeUnit.SECONDS.toNanos(30);

  private final Admin admin;
  private final InternalTopics topics;
  private final Plan plan;
  private final Room room;
  private final Thread thread;
  private volatile boolean ending;

  Upkeep(Admin admin, InternalTopics topics, Plan plan, Room room) {
    this.admin = admin;
    this.topics = topics;
    this.plan = plan;
    this.room = room;
    this.thread =
        Thread.ofPlatform().daemon().name(topics.pipeline() + "/upkeep").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    long purged = System.nanoTime();
    while (!ending) {
      try {
        if (room.isTight()) {
          tell(committed());
        }
        if (System.nanoTime() - purged > PURGE_EVERY) {
          purged = System.nanoTime();
          purge(committed());
        }
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        return;
      } catch (KafkaException | InternalTopics.Refused e) {
        LOG.debug("pipeline '{}': offsets cannot be read now", topics.pipeline(), e);
      }
    }
  }

  private Map<TopicPartition, OffsetAndMetadata> committed() {
    return InternalTopics.await(
        admin
            .listConsumerGroupOffsets(
                topics.group(), new ListConsumerGroupOffsetsOptions().requireStable(true))
            .partitionsToOffsetAndMetadata());
  }

  private void tell(Map<TopicPartition, OffsetAndMetadata> offsets) {
    offsets.forEach(
        (partition, offset) -> {
          if (partition.topic().equals(topics.data()) && offset != null) {
            room.processed(partition.partition(), offset.offset());
          }
        });
  }

  private void purge(Map<TopicPartition, OffsetAndMetadata> offsets) {
    var read = new HashMap<TopicPartition, RecordsToDelete>();
    for (int slot = 0; slot < plan.size(); slot++) {
      for (var partition : topics.inboxes(slot)) {
        var offset = offsets.get(partition);
        if (offset != null) {
          read.put(partition, RecordsToDelete.beforeOffset(offset.offset()));
        }
      }
    }
    if (!read.isEmpty()) {
      var _ = InternalTopics.await(admin.deleteRecords(read).all());
    }
  }

  @Override
  public void close() {
    ending = true;
    thread.interrupt();
  }
}
