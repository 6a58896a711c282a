package io.sluice.streams.kafka;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.streams.DataStream;
import io.sluice.streams.Pipeline;
import io.sluice.streams.Sink;
import io.sluice.streams.Source;
import io.sluice.streams.kafka.bundle.Room;
import io.sluice.streams.kafka.worker.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What operators of pipelines do and see: upgrades, metrics, and a sink that is too slow. */
@Timeout(180)
class OperatingTest {

  @SuppressWarnings("NullAway") // set before all tests
  private static Broker broker;

  @BeforeAll
  static void start() throws Exception {
    broker = Broker.start();
  }

  @AfterAll
  static void end() throws Exception {
    broker.close();
  }

  private static Kafka kafka() {
    return Kafka.at(broker.address()).lease(ofSeconds(20)).commitEvery(Duration.ofMillis(20));
  }

  /** Lines {@code key count version}: the function of that version has made them. */
  private static Worker worker(int version) {
    var pipeline =
        Pipeline.named("rolling")
            .from("in", TopicSource.of("rolling-in", Serdes.String()))
            .keyBy(key -> key)
            .aggregate("count", () -> 0, (count, key) -> count + 1)
            .fixed(3)
            .keyBy(each -> each.key())
            .aggregate(
                "text",
                () -> "",
                (_, each) -> "%s %d v%d".formatted(each.key(), each.value(), version))
            .fixed(1) // So the results of a key have their order.
            .map("line", each -> each.value())
            .fixed(1)
            .to("out", TopicSink.of("rolling-out", Serdes.String()));
    return (Worker) pipeline.on(kafka().bundles(3)).start();
  }

  private static void writeKeys(int rounds) {
    for (int round = 0; round < rounds; round++) {
      broker.write("rolling-in", 0, IntStream.range(0, 50).mapToObj(key -> "key-" + key).toList());
    }
  }

  /**
   * Three workers are stopped one after the other, and each is replaced by one with another
   * function, while records come in.
   */
  @Test
  void workersAreReplacedOneAfterTheOther() throws Exception {
    broker.topic("rolling-in", 1);
    broker.topic("rolling-out", 1);
    var workers = new ArrayList<Worker>();
    int rounds = 0;
    try {
      for (int k = 0; k < 3; k++) {
        workers.add(worker(1));
      }
      awaitShares(workers);
      writeKeys(10);
      rounds += 10;
      awaitResults("rolling-out", 50 * rounds);
      for (int k = 0; k < 3; k++) {
        writeKeys(10);
        workers.removeFirst().close();
        writeKeys(10);
        workers.add(worker(2));
        writeKeys(10);
        awaitShares(workers);
        rounds += 30;
      }
      awaitResults("rolling-out", 50 * rounds);
      writeKeys(10);
      rounds += 10;
      awaitResults("rolling-out", 50 * rounds);
    } finally {
      workers.forEach(Worker::kill);
      workers.forEach(Worker::close);
    }
    var results = new HashMap<String, List<String>>();
    for (var line : broker.values("rolling-out")) {
      var parts = line.split(" ", 2);
      results.computeIfAbsent(parts[0], _ -> new ArrayList<>()).add(parts[1]);
    }
    int all = rounds;
    var counts = IntStream.rangeClosed(1, all).mapToObj(Integer::toString).toList();
    assertThat(results).hasSize(50);
    assertThat(results.values())
        .allSatisfy(
            lines -> {
              assertThat(lines.stream().map(line -> line.split(" ", -1)[0]))
                  .containsExactlyElementsOf(counts);
              assertThat(lines.subList(0, 10)).allMatch(line -> line.endsWith("v1"));
              assertThat(lines.subList(all - 10, all)).allMatch(line -> line.endsWith("v2"));
            });
  }

  private static void awaitShares(List<Worker> workers) {
    await()
        .atMost(ofSeconds(60))
        .until(() -> workers.stream().allMatch(worker -> worker.bundles() == 1));
  }

  private static void awaitResults(String topic, int number) {
    await().atMost(ofSeconds(60)).until(() -> broker.read(topic).size() == number);
  }

  /** As if it had stood still for longer than the broker keeps offsets. */
  @Test
  void lostOffsetsAreNoReasonToReadEverythingAgain() throws Exception {
    broker.topic("forgotten-in", 1);
    broker.topic("forgotten-out", 1);
    broker.write("forgotten-in", 0, List.of("one", "two"));
    var pipeline =
        Pipeline.named("forgotten")
            .from("in", TopicSource.of("forgotten-in", Serdes.String()))
            .to("out", TopicSink.of("forgotten-out", Serdes.String()));
    try (var worker = pipeline.on(kafka()).start()) {
      awaitResults("forgotten-out", 2);
      assertThatThrownBy(() -> kafka().delete("forgotten"))
          .hasMessage("pipeline 'forgotten' is run by workers: stop them first");
      worker.stop();
    }
    try (var admin = Admin.create(broker.settings())) {
      admin.deleteConsumerGroups(List.of("sluice-streams.forgotten")).all().get();
    }
    try (var worker = pipeline.on(kafka()).start()) {
      assertThatThrownBy(() -> worker.await(ofSeconds(60)))
          .hasMessageContaining("how far the pipeline has read is lost")
          .hasMessageContaining("sluice streams delete forgotten");
    }
    assertThat(broker.values("forgotten-out")).containsExactly("one", "two");
  }

  private static Pipeline doubling(Pipeline pipeline, DataStream<String> numbers) {
    numbers
        .map("double", number -> Integer.toString(2 * Integer.parseInt(number)))
        .instances(1, 3)
        .onError((_, _, _) -> {})
        .to("nowhere", Sink.forEach(_ -> {}));
    return pipeline;
  }

  /** Names and tags of all meters. */
  private static Set<String> meters(SimpleMeterRegistry registry) {
    return registry.getMeters().stream()
        .map(Meter::getId)
        .map(id -> id.getName() + " " + id.getTags() + " " + id.getType())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void theMetersAreThoseOfPipelinesInOneJvm() throws Exception {
    var numbers = new ArrayList<>(IntStream.range(0, 1_000).mapToObj(Integer::toString).toList());
    numbers.add("no number");
    var embedded = new SimpleMeterRegistry();
    var here = Pipeline.named("metered");
    try (var running =
        doubling(here, here.from("numbers", Source.of(numbers))).metrics(embedded).start()) {
      running.await();
      // Here, since meters do not keep a pipeline from being collected.
      checkCounts(embedded);
    }
    broker.topic("metered", 1);
    broker.write("metered", 0, numbers);
    var registry = new SimpleMeterRegistry();
    var there = Pipeline.named("metered");
    var source = TopicSource.of("metered", Serdes.String()).upToEnd();
    try (var running =
        doubling(there, there.from("numbers", source))
            .metrics(registry)
            .on(kafka().bundles(2))
            .start()) {
      running.await();
      assertThat(meters(registry)).isNotEmpty().isEqualTo(meters(embedded));
      checkCounts(registry);
      assertThat(gauge(registry, "busy", "double")).isPositive();
    }
  }

  private static void checkCounts(SimpleMeterRegistry registry) {
    assertThat(counter(registry, "records", "double")).isEqualTo(1_001);
    assertThat(counter(registry, "emitted", "double")).isEqualTo(1_000);
    assertThat(counter(registry, "dead.letters", "double")).isEqualTo(1);
    assertThat(counter(registry, "records", "nowhere")).isEqualTo(1_000);
    assertThat(gauge(registry, "instances", "double")).isEqualTo(1);
  }

  private static double counter(SimpleMeterRegistry registry, String name, String operator) {
    return registry
        .get("sluice.stream." + name)
        .tags("pipeline", "metered", "operator", operator)
        .functionCounter()
        .count();
  }

  private static double gauge(SimpleMeterRegistry registry, String name, String operator) {
    return registry
        .get("sluice.stream." + name)
        .tags("pipeline", "metered", "operator", operator)
        .gauge()
        .value();
  }

  /** How far a source has read, as any tool shows it. */
  private static long committed(String pipeline, String topic) throws Exception {
    try (var admin = Admin.create(broker.settings())) {
      return admin
          .listConsumerGroupOffsets("sluice-streams." + pipeline)
          .partitionsToOffsetAndMetadata()
          .get()
          .entrySet()
          .stream()
          .filter(each -> each.getKey().topic().equals(topic))
          .mapToLong(each -> each.getValue().offset())
          .sum();
    }
  }

  /**
   * First the sink is as fast as it can be, which shows how fast records can come; then each takes
   * a hundred times as long. What has been read and not written stays within what the documentation
   * states, in which half of the records come from another bundle.
   */
  @Test
  void aSinkThatIsAHundredTimesTooSlowSlowsTheSource() throws Exception {
    int bytes = 1_000;
    int fast = 10_000;
    broker.topic("torrent", 1);
    broker.write("torrent", 0, Collections.nCopies(fast, "x".repeat(bytes)));
    var written = new AtomicLong();
    var pauseNanos = new AtomicLong();
    var pipeline =
        Pipeline.named("torrent")
            .from("torrent", TopicSource.of("torrent", Serdes.String()))
            .map("work", line -> line)
            .fixed(2)
            .to(
                "slow",
                Sink.forEach(
                    _ -> {
                      if (pauseNanos.get() > 0) {
                        LockSupport.parkNanos(pauseNanos.get());
                      }
                      written.incrementAndGet();
                    }));
    // On the way to the other bundle and back, what a turn adds to each, and some for the packing.
    long most = 2 * (Room.MOST_BYTES + (1 << 20)) / bytes;
    try (var worker = pipeline.on(kafka().bundles(2)).start()) {
      await().atMost(ofSeconds(60)).until(() -> written.get() > 0);
      long begin = System.nanoTime();
      long before = written.get();
      await().atMost(ofSeconds(60)).until(() -> written.get() == fast);
      long nanosOfOne = (System.nanoTime() - begin) / Math.max(1, fast - before);
      pauseNanos.set(100 * Math.max(2_000, nanosOfOne));
      broker.write("torrent", 0, Collections.nCopies(4 * (int) most, "x".repeat(bytes)));
      long slowBegin = System.nanoTime();
      long longest = 0;
      // Until it has read as much as it may, and for a while after that.
      for (int look = 0; look < 30; look++) {
        Thread.sleep(100);
        longest = Math.max(longest, committed("torrent", "torrent") - written.get());
      }
      double rate = (written.get() - fast) / ((System.nanoTime() - slowBegin) / 1e9);
      System.out.printf(
          "%.0f records/s, then %.0f; at most %d were on their way, %d are allowed%n",
          1e9 / nanosOfOne, rate, longest, most);
      assertThat(longest).isLessThan(most);
      assertThat(committed("torrent", "torrent")).isLessThan(fast + 3 * most);
      worker.kill();
    }
  }
}
