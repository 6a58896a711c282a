package io.sluice.streams.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.streams.kafka.worker.Worker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workers that leave hand over what they run, while records come in: nothing is lost or doubled,
 * and no key waits for a lease.
 */
@Timeout(180)
class DepartingWorkersTest {

  /** Far beyond what a handover may take: a worker that is noticed by its silence shows. */
  private static final Duration LEASE = Duration.ofSeconds(20);

  /** A worker that leaves waits for the others for that long. */
  private static final Duration LONGEST_HANDOVER = Duration.ofSeconds(10);

  /**
   * No key is without a result for longer, on a machine that may be busy with other tests. Each has
   * about ten a second, so the gaps without any handover are part of it.
   */
  private static final Duration LONGEST_GAP = Duration.ofSeconds(4);

  @Test
  void oneOfThreeLeavesUnderLoad() throws Exception {
    try (var broker = Broker.start()) {
      var writer = NumberedWriter.start(broker);
      var workers = new ArrayList<Worker>();
      try {
        for (int k = 0; k < 3; k++) {
          workers.add(worker(broker));
        }
        scale(workers.getLast());
        awaitShares(workers, List.of(1, 1, 2));
        NumberedWriter.awaitProgress(broker);
        var leaver =
            workers.stream().filter(worker -> worker.bundles() == 2).findFirst().orElseThrow();
        workers.remove(leaver);
        long begin = System.currentTimeMillis();
        leaver.close();
        long left = System.currentTimeMillis() - begin;
        System.out.printf("a worker left in %d ms%n", left);
        assertThat(leaver.bundles()).isZero();
        if (left < LONGEST_HANDOVER.toMillis()) { // It has gone when the others run everything.
          assertThat(workers.stream().mapToInt(Worker::bundles).sum()).isEqualTo(4);
        }
        awaitShares(workers, List.of(2, 2));
        NumberedWriter.awaitProgress(broker);
        long end = System.currentTimeMillis();
        writer.endAndCheck();
        assertGap(broker, begin, end);
      } finally {
        workers.forEach(Worker::kill);
        workers.forEach(Worker::close);
      }
    }
  }

  /** SIGTERM of a process whose application does nothing about it. */
  @Test
  void aTerminatedProcessHandsOver(@TempDir Path folder) throws Exception {
    var log = folder.resolve("worker.log");
    try (var broker = Broker.start()) {
      var writer = NumberedWriter.start(broker);
      try (var process = new WorkerProcess(broker, "departing", LEASE, log)) {
        NumberedWriter.awaitProgress(broker);
        try (var other = worker(broker)) {
          awaitShares(List.of(other), List.of(2));
          long begin = System.currentTimeMillis();
          process.signal("TERM");
          awaitShares(List.of(other), List.of(4));
          NumberedWriter.awaitProgress(broker);
          long end = System.currentTimeMillis();
          writer.endAndCheck();
          assertGap(broker, begin, end);
        }
      } finally {
        System.out.println(Files.readString(log));
      }
    }
  }

  /**
   * kill -9 leaves a transaction open. The worker that takes over ends it; it must not wait for
   * what that transaction was about to commit before it does, since that lasts for a minute.
   */
  @Test
  @Tag("long")
  void anOpenTransactionOfACrashedWorkerIsNotWaitedFor(@TempDir Path folder) throws Exception {
    var lease = Duration.ofSeconds(2);
    try (var broker = Broker.start()) {
      var writer = NumberedWriter.start(broker);
      try (var process =
          new WorkerProcess(broker, "departing", lease, folder.resolve("worker.log"))) {
        NumberedWriter.awaitProgress(broker);
        process.kill();
      }
      long begin = System.currentTimeMillis();
      try (var _ = worker(broker, lease)) {
        NumberedWriter.awaitProgress(broker);
        assertThat(Duration.ofMillis(System.currentTimeMillis() - begin))
            .isLessThan(Duration.ofSeconds(40));
        writer.endAndCheck();
      }
    }
  }

  /** It is noticed after a lease; its locks are free only 1.2 leases later. */
  @Test
  @Tag("long")
  void whatACrashedWorkerRanIsTakenOverBeforeItsLocksAreFree(@TempDir Path folder)
      throws Exception {
    var lease = Duration.ofSeconds(10);
    try (var broker = Broker.start()) {
      var writer = NumberedWriter.start(broker);
      try (var process =
          new WorkerProcess(broker, "departing", lease, folder.resolve("worker.log"))) {
        NumberedWriter.awaitProgress(broker);
        try (var other = worker(broker, lease)) {
          scale(other);
          awaitShares(List.of(other), List.of(2));
          NumberedWriter.awaitProgress(broker);
          long begin = System.currentTimeMillis();
          process.kill();
          awaitShares(List.of(other), List.of(4));
          NumberedWriter.awaitProgress(broker);
          long end = System.currentTimeMillis();
          writer.endAndCheck();
          assertGap(broker, begin, end, lease.multipliedBy(9).dividedBy(5));
        }
      }
    }
  }

  private static Worker worker(Broker broker) {
    return worker(broker, LEASE);
  }

  private static Worker worker(Broker broker, Duration lease) {
    return (Worker)
        NumberedPipeline.of("departing")
            .on(NumberedPipeline.engine(broker.address(), lease))
            .start();
  }

  private static void scale(Worker worker) throws Exception {
    worker.scale("sum", 3).get();
    worker.scale("chain", 3).get();
  }

  private static void awaitShares(List<Worker> workers, List<Integer> shares) {
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(workers.stream().map(Worker::bundles).sorted().toList())
                    .isEqualTo(shares));
  }

  /** The longest time between two results of one key in an interval, by when they were written. */
  private static void assertGap(Broker broker, long from, long until) {
    assertGap(broker, from, until, LONGEST_GAP);
  }

  private static void assertGap(Broker broker, long from, long until, Duration limit) {
    var last = new HashMap<String, Long>();
    long longest = 0;
    for (ConsumerRecord<String, String> result : broker.read(NumberedPipeline.OUT)) {
      var key = result.value().split(" ", -1)[0];
      Long before = last.put(key, result.timestamp());
      if (before != null && result.timestamp() > from && before < until) {
        longest = Math.max(longest, result.timestamp() - before);
      }
    }
    System.out.printf("longest gap of a key: %d ms%n", longest);
    assertThat(Duration.ofMillis(longest)).isLessThan(limit);
    assertThat(Map.copyOf(last)).hasSizeGreaterThan(50);
  }
}
