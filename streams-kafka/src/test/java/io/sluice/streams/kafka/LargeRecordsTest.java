package io.sluice.streams.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.streams.Pipeline;
import io.sluice.streams.PipelineFailedException;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Records and states beyond Kafka's own limit of 1 MB, and beyond that of pipelines. */
@Timeout(120)
class LargeRecordsTest {

  private static final int MEGABYTE = 1_000_000;
  private static final int KEYS = 8;

  private static Broker broker;

  @BeforeAll
  static void start() throws Exception {
    broker = Broker.start();
  }

  @AfterAll
  static void stop() throws Exception {
    broker.close();
  }

  private static List<String> keys() {
    return IntStream.range(0, KEYS).mapToObj(key -> "key-" + key).toList();
  }

  /**
   * Records of 0.2, 1.2, 2.2 ... MB between operators, of which each key keeps two; they move with
   * their groups, and back.
   */
  @Test
  void statesOfSomeMegabytesMove() throws Exception {
    broker.topic("large-in", 1);
    broker.topic("large-out", 1);
    var pipeline =
        Pipeline.named("large")
            .keyGroups(2) // So a group has small and large ones.
            .from("in", TopicSource.of("large-in", Serdes.String()))
            .map("grow", key -> key + "x".repeat((key.charAt(4) - '0') % 4 * MEGABYTE + 200_000))
            .fixed(2)
            .keyBy(grown -> grown.substring(0, 5))
            .aggregate(
                "keep", () -> "", (kept, grown) -> kept.length() > MEGABYTE ? kept : kept + grown)
            .instances(1, 2)
            .map("text", each -> each.key() + " " + each.value().length())
            .fixed(1)
            .to("out", TopicSink.of("large-out", Serdes.String()));
    try (var worker = pipeline.on(Kafka.at(broker.address()).bundles(2)).start()) {
      broker.write("large-in", 0, keys());
      awaitResults(KEYS);
      worker.scale("keep", 2).get(60, TimeUnit.SECONDS);
      broker.write("large-in", 0, keys());
      awaitResults(2 * KEYS);
      worker.scale("keep", 1).get(60, TimeUnit.SECONDS);
      broker.write("large-in", 0, keys());
      awaitResults(3 * KEYS);
      worker.kill();
    }
    var lengths = new TreeMap<String, Integer>();
    for (var line : broker.values("large-out")) {
      var parts = line.split(" ", -1);
      lengths.merge(parts[0], Integer.parseInt(parts[1]), Math::max);
    }
    for (var key : keys()) {
      int one = (key.charAt(4) - '0') % 4 * MEGABYTE + 200_000 + key.length();
      assertThat(lengths).containsEntry(key, one > MEGABYTE ? one : 3 * one);
    }
  }

  private static void awaitResults(int number) {
    await().atMost(Duration.ofSeconds(60)).until(() -> broker.values("large-out").size() == number);
  }

  @Test
  void aStateThatIsTooLargeFailsWithItsOperator() throws Exception {
    broker.topic("huge-in", 1);
    broker.topic("huge-out", 1);
    broker.write("huge-in", 0, List.of("key", "key"));
    var pipeline =
        Pipeline.named("huge")
            .from("in", TopicSource.of("huge-in", Serdes.String()))
            .keyBy(key -> key)
            .aggregate("keep", () -> "", (kept, _) -> kept + "x".repeat(5 * MEGABYTE))
            .map("length", each -> Integer.toString(each.value().length()))
            .to("out", TopicSink.of("huge-out", Serdes.String()));
    try (var worker = pipeline.on(Kafka.at(broker.address())).start()) {
      assertThatThrownBy(() -> worker.await(Duration.ofSeconds(60)))
          .isInstanceOf(PipelineFailedException.class)
          .hasMessageContaining("failed in operator 'keep' while state was saved")
          .hasMessageContaining("RecordTooLargeException");
    }
  }

  /** The topic is the application's own, with Kafka's limit. */
  @Test
  void aResultThatIsTooLargeFailsWithItsTopic() throws Exception {
    broker.topic("wide-in", 1);
    broker.topic("wide-out", 1);
    broker.write("wide-in", 0, List.of("small", "large", "small"));
    var pipeline =
        Pipeline.named("wide")
            .from("in", TopicSource.of("wide-in", Serdes.String()))
            .map("grow", word -> word.equals("large") ? "x".repeat(2 * MEGABYTE) : word)
            .to("out", TopicSink.of("wide-out", Serdes.String()));
    try (var worker = pipeline.on(Kafka.at(broker.address())).start()) {
      assertThatThrownBy(() -> worker.await(Duration.ofSeconds(60)))
          .isInstanceOf(PipelineFailedException.class)
          .hasMessageContaining("failed in operator 'out' while writing to topic 'wide-out'");
    }
  }
}
