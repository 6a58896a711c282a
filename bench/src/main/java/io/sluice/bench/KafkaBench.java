package io.sluice.bench;

import io.sluice.broker.KafkaBroker;
import io.sluice.kafka.Kafka;
import io.sluice.locks.DistributedLock;
import io.sluice.locks.Lease;
import io.sluice.locks.Sluice;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The hand-over of a lock through Kafka, compared with a plain message through the same broker:
 * from the release in one node to the grant in another that waits, and from producing a record to
 * consuming it. The two alternate, so that both see the same noise.
 */
final class KafkaBench {

  private static final int ROUNDS = 1000;
  private static final int WARM_UP = 1000;

  /** Long enough for the waiting node's request to arrive, so that only the hand-over is timed. */
  private static final long PAUSE_MILLIS = 15;

  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** The target in docs/BENCHMARKS.md: the hand-over takes at most this many messages' time. */
  private static final double BAR = 2;

  private KafkaBench() {}

  /**
   * @param args the number of rounds, or nothing for the default
   * @return the exit code
   */
  static int execute(String[] args) {
    int rounds;
    try {
      rounds = args.length == 0 ? ROUNDS : Integer.parseInt(args[0]);
    } catch (NumberFormatException e) {
      System.err.println(
          "kafka [ROUNDS]: '%s' is not a whole number; write a number such as 1000"
              .formatted(args[0]));
      return 2;
    }
    try (var broker = KafkaBroker.start()) {
      measure(broker.bootstrapServers(), rounds);
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 130;
    } catch (IOException | ExecutionException | TimeoutException e) {
      System.err.println("failed: " + e);
      return 3;
    }
  }

  private static void measure(String brokers, int rounds)
      throws InterruptedException, ExecutionException, TimeoutException {
    var trips = new Histogram(3);
    var handOvers = new Histogram(3);
    try (var trip = new Trip(brokers);
        var one = Sluice.named("bench").over(Kafka.at(brokers)).nodeName("one").join();
        var other = Sluice.named("bench").over(Kafka.at(brokers)).nodeName("other").join()) {
      DistributedLock here = one.lock("x");
      DistributedLock there = other.lock("x");
      Lease held = here.acquire(LIMIT);
      for (int round = -Math.min(WARM_UP, rounds); round < rounds; round++) {
        long sent = trip.nanos();
        long handedOver;
        var asked = new Asked(there);
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        long before = System.nanoTime();
        held.close();
        held = asked.lease();
        handedOver = asked.grantedAt() - before;
        if (round >= 0) {
          trips.recordValue(sent);
          handOvers.recordValue(handedOver);
        }
        var swap = here;
        here = there;
        there = swap;
      }
      held.close();
    }
    report(trips, handOvers);
  }

  private static void report(Histogram trips, Histogram handOvers) {
    double ratio = (double) handOvers.getValueAtPercentile(50) / trips.getValueAtPercentile(50);
    print("produce to consume", trips);
    print("lock handed over", handOvers);
    System.out.printf(
        Locale.ROOT, "%-20s %8.2f (bar: at most %.0f)%n", "ratio of the p50s", ratio, BAR);
  }

  private static void print(String what, Histogram nanos) {
    System.out.printf(
        Locale.ROOT,
        "%-20s p50 %7.3f ms   p99 %7.3f ms   n %,d%n",
        what,
        nanos.getValueAtPercentile(50) / 1e6,
        nanos.getValueAtPercentile(99) / 1e6,
        nanos.getTotalCount());
  }

  /** A thread that waits for the lock, as a user's would. */
  private static final class Asked {
    private final Thread thread;
    private volatile Optional<Lease> lease = Optional.empty();
    private volatile Optional<Exception> failure = Optional.empty();
    private volatile long grantedAt;

    Asked(DistributedLock lock) {
      thread =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      var granted = lock.acquire(LIMIT);
                      grantedAt = System.nanoTime();
                      lease = Optional.of(granted);
                    } catch (InterruptedException | TimeoutException e) {
                      failure = Optional.of(e);
                    }
                  });
    }

    Lease lease() throws InterruptedException {
      thread.join();
      return lease.orElseThrow(() -> new IllegalStateException(failure.toString()));
    }

    long grantedAt() {
      return grantedAt;
    }
  }

  /** One record after the other, from a producer to a consumer on a thread of its own. */
  private static final class Trip implements AutoCloseable {
    private final TopicPartition place = new TopicPartition("bench-trip", 0);
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final AtomicLong consumedAt = new AtomicLong();
    private final Thread reader;
    private volatile boolean closed;

    Trip(String brokers) throws InterruptedException, ExecutionException {
      Map<String, Object> common = Map.of("bootstrap.servers", brokers);
      try (var admin = Admin.create(common)) {
        admin.createTopics(List.of(new NewTopic(place.topic(), 1, (short) 1))).all().get();
      }
      producer =
          new KafkaProducer<>(
              Map.of("bootstrap.servers", brokers, "acks", "all", "linger.ms", 0),
              new ByteArraySerializer(),
              new ByteArraySerializer());
      consumer =
          new KafkaConsumer<>(common, new ByteArrayDeserializer(), new ByteArrayDeserializer());
      consumer.assign(Set.of(place));
      consumer.seekToBeginning(Set.of(place));
      reader = Thread.ofPlatform().daemon().start(this::read);
    }

    private void read() {
      try (consumer) {
        while (!closed) {
          if (!consumer.poll(Duration.ofMillis(100)).isEmpty()) {
            consumedAt.set(System.nanoTime());
          }
        }
      }
    }

    /** Nanoseconds that one record took. */
    long nanos() throws InterruptedException {
      consumedAt.set(0);
      long before = System.nanoTime();
      var _ = producer.send(new ProducerRecord<>(place.topic(), 0, null, new byte[64]));
      while (consumedAt.get() == 0) {
        TimeUnit.MICROSECONDS.sleep(100);
      }
      return consumedAt.get() - before;
    }

    @Override
    public void close() {
      closed = true;
      producer.close();
      try {
        reader.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
