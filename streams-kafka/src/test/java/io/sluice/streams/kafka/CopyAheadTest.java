package io.sluice.streams.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.streams.Pipeline;
import io.sluice.streams.Running;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** State that is copied before its key groups move, while records change it. */
@Timeout(180)
class CopyAheadTest {

  private static final int KEYS = 1_500;
  private static final String BALLAST = "x".repeat(10_000);

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

  /** How many records a key has had, and much else. */
  record Held(int count, String ballast) {}

  private static Running worker(String name) {
    var pipeline =
        Pipeline.named(name)
            .from("in", TopicSource.of(name + "-in", Serdes.String()))
            .keyBy(key -> key)
            .aggregate("hold", () -> new Held(0, BALLAST), CopyAheadTest::next)
            .instances(1, 2)
            .map("text", each -> each.key() + " " + each.value().count())
            .fixed(1)
            .to("out", TopicSink.of(name + "-out", Serdes.String()));
    var engine =
        Kafka.at(broker.address())
            .lease(Duration.ofSeconds(2))
            .commitEvery(Duration.ofMillis(20))
            .bundles(2);
    return pipeline.on(engine).start();
  }

  private static Held next(Held held, String key) {
    return new Held(held.count() + 1, held.ballast());
  }

  private static void write(String name) {
    broker.write(name + "-in", 0, IntStream.range(0, KEYS).mapToObj(k -> "key-" + k).toList());
  }

  private static void awaitResults(String name, int rounds) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> broker.read(name + "-out").size() == rounds * KEYS);
  }

  /** Each key has been counted from 1 up without a gap. */
  private static void check(String name, int rounds) {
    Map<String, List<String>> counts = new TreeMap<>();
    for (var line : broker.values(name + "-out")) {
      var parts = line.split(" ", -1);
      counts.merge(parts[0], List.of(parts[1]), CopyAheadTest::plus);
    }
    var all = IntStream.rangeClosed(1, rounds).mapToObj(Integer::toString).toList();
    assertThat(counts).hasSize(KEYS);
    assertThat(counts.values()).allMatch(all::equals);
  }

  private static List<String> plus(List<String> one, List<String> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }

  @Test
  void recordsChangeWhatIsBeingCopied() throws Exception {
    String name = "copied";
    broker.topic(name + "-in", 1);
    broker.topic(name + "-out", 1);
    write(name);
    try (var worker = worker(name)) {
      worker.scale("hold", 1).get(30, TimeUnit.SECONDS);
      awaitResults(name, 1);
      var reached = worker.scale("hold", 2);
      write(name);
      write(name);
      reached.get(60, TimeUnit.SECONDS);
      write(name);
      awaitResults(name, 4);
    }
    check(name, 4);
  }

  /** The worker ends without a word while it copies; the next one copies again, or moves all. */
  @Test
  void aWorkerCrashesWhileItCopies() throws Exception {
    String name = "crashed";
    broker.topic(name + "-in", 1);
    broker.topic(name + "-out", 1);
    write(name);
    try (var first = worker(name)) {
      first.scale("hold", 1).get(30, TimeUnit.SECONDS);
      awaitResults(name, 1);
      var _ = first.scale("hold", 2);
      write(name);
      Thread.sleep(150); // Somewhere among the copies; whatever has been copied must not matter.
      first.kill();
    }
    try (var second = worker(name)) {
      second.scale("hold", 2).get(60, TimeUnit.SECONDS);
      write(name);
      awaitResults(name, 3);
    }
    check(name, 3);
  }
}
