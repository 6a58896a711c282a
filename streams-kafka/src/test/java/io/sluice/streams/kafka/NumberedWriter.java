package io.sluice.streams.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Writes records for a {@link NumberedPipeline} while things happen to it. */
final class NumberedWriter {

  private static final int KEYS = 100;
  private static final int RECORDS = 20;
  private static final int PAUSE_MILLIS = 20;

  private final Broker broker;
  private final Map<String, Long> written = new TreeMap<>();
  private final Thread thread;
  private volatile boolean ending;

  private NumberedWriter(Broker broker) {
    this.broker = broker;
    this.thread = Thread.ofPlatform().daemon().name("writer").unstarted(this::write);
  }

  /** Makes the topics of the pipeline, and begins to write. */
  static NumberedWriter start(Broker broker) throws Exception {
    broker.topic(NumberedPipeline.IN, 3);
    broker.topic(NumberedPipeline.OUT, 1);
    var writer = new NumberedWriter(broker);
    writer.thread.start();
    return writer;
  }

  /** Each key has its partition, so its records are read in their order. */
  private void write() {
    var random = new Random(3);
    try (var producer = broker.producer()) {
      while (!ending) {
        for (int k = 0; k < RECORDS; k++) {
          int key = random.nextInt(KEYS);
          long number = written.merge("key-" + key, 1L, Long::sum);
          var _ =
              producer.send(
                  new ProducerRecord<>(
                      NumberedPipeline.IN, key % 3, null, "key-" + key + " " + number));
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until something more is in the sink. */
  static void awaitProgress(Broker broker) {
    long before = broker.end(NumberedPipeline.OUT);
    await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(100))
        .until(() -> broker.end(NumberedPipeline.OUT) > before + 1);
  }

  /**
   * Writes no more, waits until everything has been processed, and compares the sink with what a
   * sequential program makes.
   *
   * @return how many records there were
   */
  long endAndCheck() throws InterruptedException {
    ending = true;
    thread.join();
    long total = written.values().stream().mapToLong(Long::longValue).sum();
    await()
        .atMost(Duration.ofMinutes(4))
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(() -> assertThat(broker.read(NumberedPipeline.OUT)).hasSize((int) total));
    NumberedPipeline.check(broker.values(NumberedPipeline.OUT), written);
    return total;
  }
}
