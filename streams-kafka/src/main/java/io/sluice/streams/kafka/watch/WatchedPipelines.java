package io.sluice.streams.kafka.watch;

import io.sluice.cluster.wire.BadFrame;
import io.sluice.streams.kafka.bundle.Clients;
import io.sluice.streams.kafka.bundle.InternalTopics;
import io.sluice.streams.kafka.bundle.Options;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pipelines whose workers report to a broker. Ones that begin later are found, too. */
public final class WatchedPipelines implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WatchedPipelines.class);
  private static final Duration POLL = Duration.ofMillis(200);

  /** How often it is looked for pipelines that are new. */
  private static final long LOOK_NANOS = Duration.ofSeconds(5).toNanos();

  private final Admin admin;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final KafkaProducer<byte[], byte[]> orders;
  private final Map<String, WatchedPipeline> pipelines = new ConcurrentHashMap<>();
  private final Thread thread;

  /**
   * Begins to watch, and returns when it is known which pipelines there are.
   *
   * @throws InternalTopics.Refused if the broker does not answer
   */
  public WatchedPipelines(Options options) {
    var clients = new Clients(options);
    this.admin = clients.admin();
    this.consumer = clients.consumer("sluice-page");
    this.orders = clients.plainProducer();
    boolean begun = false;
    try {
      look();
      begun = true;
    } finally {
      if (!begun) {
        closeClients();
      }
    }
    this.thread = Thread.ofPlatform().daemon().name("sluice-reports").start(this::read);
  }

  /** The names of the pipelines that have ever reported, in their order. */
  public List<String> names() {
    return pipelines.keySet().stream().sorted().toList();
  }

  /** Those of which a worker runs now, by their names. */
  public Map<String, WatchedPipeline> running() {
    var running = new TreeMap<>(pipelines);
    running.values().removeIf(each -> each.workers().isEmpty());
    return running;
  }

  /** The pipeline of that name, if a worker of it has ever reported. */
  public Optional<WatchedPipeline> find(String name) {
    return Optional.ofNullable(pipelines.get(name));
  }

  /** Looks which pipelines there are, and reads what workers report from now on. */
  private void look() {
    var partitions = new HashSet<TopicPartition>();
    for (var topic : InternalTopics.await(admin.listTopics().names())) {
      InternalTopics.ofReports(topic)
          .ifPresent(
              topics -> {
                partitions.add(topics.reports());
                pipelines.computeIfAbsent(
                    topics.pipeline(), _ -> new WatchedPipeline(topics, orders));
              });
    }
    var known = Set.copyOf(consumer.assignment());
    if (!partitions.equals(known)) {
      consumer.assign(partitions);
      partitions.removeAll(known);
      if (!partitions.isEmpty()) { // None would mean all.
        consumer.seekToEnd(partitions);
      }
    }
  }

  private void read() {
    long looked = System.nanoTime();
    while (true) {
      try {
        if (System.nanoTime() - looked > LOOK_NANOS) {
          looked = System.nanoTime();
          look();
        }
        if (consumer.assignment().isEmpty()) {
          Thread.sleep(POLL);
        } else {
          consumer.poll(POLL).forEach(this::take);
        }
      } catch (WakeupException | InterruptException | InterruptedException e) {
        return;
      } catch (KafkaException | InternalTopics.Refused e) {
        LOG.debug("reports cannot be read now", e);
        consumer.unsubscribe(); // A topic may have been deleted: begins again with the next look.
      }
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    var pipeline =
        InternalTopics.ofReports(record.topic())
            .map(topics -> pipelines.get(topics.pipeline()))
            .orElseThrow();
    var worker = new String(record.key(), StandardCharsets.UTF_8);
    var activity = record.headers().lastHeader(Activity.HEADER);
    if (record.value() == null) {
      pipeline.forget(worker);
    } else if (activity != null) {
      try {
        pipeline.hear(worker, Activity.of(activity.value()));
      } catch (BadFrame e) {
        LOG.debug("worker '{}' is of another version", worker, e);
      }
    }
  }

  @Override
  public void close() {
    consumer.wakeup();
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    closeClients();
  }

  private void closeClients() {
    consumer.close();
    orders.close(Duration.ofSeconds(1));
    admin.close(Duration.ofSeconds(1));
  }
}
