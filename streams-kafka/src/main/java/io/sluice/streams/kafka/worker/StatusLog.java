package io.sluice.streams.kafka.worker;

import io.sluice.cluster.wire.Codec;
import io.sluice.streams.kafka.bundle.Clients;
import io.sluice.streams.kafka.bundle.InternalTopics;
import io.sluice.streams.kafka.plan.Status;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The partition that all workers read. Its first entry says what the pipeline was when it began:
 * the order of the log decides if several workers begin at once.
 */
final class StatusLog implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(StatusLog.class);
  private static final Codec<Status> STATUSES = Codec.of(Status.class);
  private static final Duration POLL = Duration.ofMillis(200);

  private final Clients clients;
  private final InternalTopics topics;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private Optional<Thread> thread = Optional.empty();

  StatusLog(Clients clients, InternalTopics topics) {
    this.clients = clients;
    this.topics = topics;
    this.consumer = clients.consumer(topics.group());
    consumer.assign(List.of(topics.status()));
    consumer.seekToBeginning(List.of(topics.status()));
  }

  /**
   * What the pipeline was when it was first started; now, if it never was.
   *
   * @param entries gets what else has been said until now
   */
  List<String> found(List<String> shape, Consumer<Status> entries) {
    var found = readToEnd(entries);
    if (found.isEmpty()) {
      tell(new Status.Founded(shape));
      found = readToEnd(entries);
    }
    return found.orElse(shape);
  }

  private Optional<List<String>> readToEnd(Consumer<Status> entries) {
    var first = Optional.<List<String>>empty();
    long end = consumer.endOffsets(List.of(topics.status())).getOrDefault(topics.status(), 0L);
    while (consumer.position(topics.status()) < end) {
      for (var record : consumer.poll(POLL)) {
        var status = STATUSES.decode(record.value());
        if (status instanceof Status.Founded(var shape)) {
          first = first.or(() -> Optional.of(shape));
        }
        entries.accept(status);
      }
    }
    return first;
  }

  /** Tells all workers. */
  void tell(Status status) {
    try (var producer = clients.plainProducer()) {
      var _ =
          producer
              .send(
                  new ProducerRecord<>(
                      topics.control(), topics.status().partition(), null, STATUSES.encode(status)))
              .get();
    } catch (ExecutionException e) {
      throw new KafkaException("the status could not be written", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptException(e);
    }
  }

  /** Gives what is said from now on to a listener, on a thread of its own. */
  void follow(String name, Consumer<Status> listener) {
    var follower = Thread.ofPlatform().daemon().name(name).unstarted(() -> read(listener));
    thread = Optional.of(follower);
    follower.start();
  }

  private void read(Consumer<Status> listener) {
    while (true) {
      try {
        for (var record : consumer.poll(POLL)) {
          listener.accept(STATUSES.decode(record.value()));
        }
      } catch (WakeupException | InterruptException e) {
        return;
      } catch (KafkaException e) {
        LOG.debug("the status of '{}' cannot be read now", topics.pipeline(), e);
      }
    }
  }

  @Override
  public void close() {
    consumer.wakeup();
    boolean interrupted = false;
    while (thread.isPresent() && thread.get().isAlive()) {
      try {
        thread.get().join();
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
