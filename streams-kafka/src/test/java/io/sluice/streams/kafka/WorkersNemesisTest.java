package io.sluice.streams.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Worker processes of a keyed pipeline are killed, stopped beyond their lease and replaced, the
 * broker is killed and started again, and operators scale, while records come in: the sink has each
 * record's effect once, in order.
 */
class WorkersNemesisTest {

  private static final Duration LEASE = Duration.ofSeconds(4);
  private static final int KEYS = 100;

  @TempDir private Path folder;

  @Test
  @Timeout(300)
  void aFewFaultsAndActions() throws Exception {
    run(4, 12, 1);
  }

  @Test
  @Tag("long")
  @Timeout(7_200)
  void manyFaultsAndActions() throws Exception {
    run(
        Integer.getInteger("sluice.test.faults", 200),
        Integer.getInteger("sluice.test.actions", 2_000),
        Long.getLong("sluice.test.seed", 7));
  }

  private void run(int faults, int actions, long seed) throws Exception {
    var random = new Random(seed);
    var workers = new ArrayList<WorkerProcess>();
    var log = folder.resolve("workers.log");
    var stop = new AtomicBoolean();
    var written = new TreeMap<String, Long>();
    boolean fine = false;
    try (var broker = Broker.start()) {
      broker.topic(NumberedPipeline.IN, 3);
      broker.topic(NumberedPipeline.OUT, 1);
      for (int k = 0; k < 3; k++) {
        workers.add(new WorkerProcess(broker, "nemesis", LEASE, log));
      }
      var writer = Thread.ofPlatform().start(() -> write(broker, written, stop));
      awaitProgress(broker, 0);
      int done = 0;
      for (int fault = 0; fault < faults; fault++) {
        for (int until = actions * (fault + 1) / faults; done < until; done++) {
          act(workers, random);
          Thread.sleep(random.nextInt(150));
        }
        disturb(workers, broker, random, log);
      }
      stop.set(true);
      writer.join();
      long total = written.values().stream().mapToLong(Long::longValue).sum();
      System.out.printf("%d faults, %d actions, %,d records%n", faults, done, total);
      await()
          .atMost(Duration.ofMinutes(2))
          .pollInterval(Duration.ofMillis(500))
          .untilAsserted(() -> assertThat(broker.read(NumberedPipeline.OUT)).hasSize((int) total));
      NumberedPipeline.check(broker.values(NumberedPipeline.OUT), written);
      fine = true;
    } finally {
      workers.forEach(WorkerProcess::close);
      if (!fine) {
        System.out.println(Files.readString(log));
      }
    }
  }

  /** Each key has its partition, so its records are read in their order. */
  private static void write(Broker broker, Map<String, Long> written, AtomicBoolean stop) {
    var random = new Random(3);
    try (var producer = broker.producer()) {
      while (!stop.get()) {
        for (int k = 0; k < 20; k++) {
          int key = random.nextInt(KEYS);
          long number = written.merge("key-" + key, 1L, Long::sum);
          var _ =
              producer.send(
                  new ProducerRecord<>(
                      NumberedPipeline.IN, key % 3, null, "key-" + key + " " + number));
        }
        Thread.sleep(10);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void act(List<WorkerProcess> workers, Random random) {
    var operator = NumberedPipeline.SCALABLE.get(random.nextInt(NumberedPipeline.SCALABLE.size()));
    workers
        .get(random.nextInt(workers.size()))
        .order("scale %s %d".formatted(operator, 1 + random.nextInt(3)));
  }

  private static void disturb(List<WorkerProcess> workers, Broker broker, Random random, Path log)
      throws Exception {
    int victim = random.nextInt(workers.size());
    switch (random.nextInt(9)) {
      case 0, 1, 2, 3 -> {
        workers.remove(victim).kill();
        workers.add(new WorkerProcess(broker, "nemesis", LEASE, log));
      }
      case 4, 5 -> {
        workers.get(victim).signal("STOP");
        Thread.sleep(LEASE.toMillis() + 2_000);
        workers.get(victim).signal("CONT");
      }
      case 6 -> {
        broker.process().kill();
        broker.process().restart();
      }
      default -> {
        workers.add(new WorkerProcess(broker, "nemesis", LEASE, log));
        workers.remove(victim).leave();
      }
    }
    awaitProgress(broker, broker.read(NumberedPipeline.OUT).size());
  }

  private static void awaitProgress(Broker broker, int before) {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(200))
        .until(() -> broker.read(NumberedPipeline.OUT).size() > before);
  }
}
