package io.sluice.streams.kafka.worker;

import io.sluice.cluster.wire.Codec;
import io.sluice.streams.kafka.bundle.Clients;
import io.sluice.streams.kafka.bundle.InternalTopics;
import io.sluice.streams.kafka.watch.Activity;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last report of each worker, in a compacted topic that all of them read. No transaction writes
 * there, so none that hangs holds it up. Reports are advice: which worker may run a bundle is
 * decided by the bundle's lock alone. With each goes what the worker does, for those that watch the
 * pipeline.
 */
final class Reports implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Reports.class);
  private static final Codec<Report> REPORTS = Codec.of(Report.class);
  private static final Duration POLL = Duration.ofMillis(500);

  private final InternalTopics topics;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Map<String, Report> last = new ConcurrentHashMap<>();
  private final Runnable listener;
  private final Thread thread;

  /**
   * @param listener is called after something was reported
   */
  Reports(Clients clients, InternalTopics topics, Runnable listener) {
    this.topics = topics;
    this.listener = listener;
    this.consumer = clients.consumer(topics.group());
    this.producer = clients.plainProducer();
    this.thread =
        Thread.ofPlatform().daemon().name(topics.pipeline() + "/reports").unstarted(this::read);
    consumer.assign(List.of(topics.reports()));
    consumer.seekToBeginning(List.of(topics.reports()));
  }

  /** Reads what has been reported until now, and follows from then on. */
  void start() {
    long end = consumer.endOffsets(List.of(topics.reports())).getOrDefault(topics.reports(), 0L);
    while (consumer.position(topics.reports()) < end) {
      consumer.poll(POLL).forEach(this::take);
    }
    thread.start();
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    var worker = new String(record.key(), StandardCharsets.UTF_8);
    if (record.value() == null) {
      last.remove(worker);
    } else {
      last.put(worker, REPORTS.decode(record.value()));
    }
  }

  private void read() {
    while (true) {
      try {
        var polled = consumer.poll(POLL);
        polled.forEach(this::take);
        if (!polled.isEmpty()) {
          listener.run();
        }
      } catch (WakeupException | InterruptException e) {
        return;
      } catch (KafkaException e) {
        LOG.debug("the reports of '{}' cannot be read now", topics.pipeline(), e);
      }
    }
  }

  /** What each worker has reported last, also those that have ended without a word. */
  Map<String, Report> last() {
    return last;
  }

  void publish(String worker, Report report, Activity activity) {
    var record = record(worker, Optional.of(REPORTS.encode(report)));
    record.headers().add(Activity.HEADER, activity.toBytes());
    var _ = producer.send(record);
  }

  /** The worker has ended. */
  void withdraw(String worker) {
    var _ = producer.send(record(worker, Optional.empty()));
  }

  /** A record without a value removes the report. */
  @SuppressWarnings("NullAway")
  private ProducerRecord<byte[], byte[]> record(String worker, Optional<byte[]> report) {
    var where = topics.reports();
    return new ProducerRecord<>(
        where.topic(),
        where.partition(),
        worker.getBytes(StandardCharsets.UTF_8),
        report.orElse(null));
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(1));
    consumer.wakeup();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    consumer.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
