package io.sluice.streams.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.streams.Pipeline;
import io.sluice.streams.Running;
import io.sluice.streams.Sink;
import io.sluice.streams.Source;
import io.sluice.streams.kafka.bundle.Room;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pipelines over a real broker, with workers in this JVM. */
@Timeout(120)
class PipelineOnKafkaTest {

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

  @Test
  void recordsAreCountedByKey() throws Exception {
    broker.topic("words", 3);
    broker.topic("counts", 1);
    var expected = new HashMap<String, Integer>();
    for (int partition = 0; partition < 3; partition++) {
      var words = new ArrayList<String>();
      for (int k = 0; k < 5_000; k++) {
        var word = "word-" + (k * 7 + partition) % 101;
        words.add(word);
        expected.merge(word, 1, Integer::sum);
      }
      broker.write("words", partition, words);
    }
    var pipeline =
        Pipeline.named("count")
            .from("words", TopicSource.of("words", Serdes.String()).upToEnd())
            .map("upper", word -> word.substring(5))
            .keyBy(word -> word)
            .aggregate("count", () -> 0, (count, word) -> count + 1)
            .map("text", each -> each.key() + "=" + each.value())
            .to("out", TopicSink.of("counts", Serdes.String()));
    try (var worker = pipeline.on(Kafka.at(broker.address())).start()) {
      worker.await();
    }
    var results = new HashMap<String, List<Integer>>();
    for (var value : broker.values("counts")) {
      var parts = value.split("=", -1);
      results.computeIfAbsent(parts[0], _ -> new ArrayList<>()).add(Integer.valueOf(parts[1]));
    }
    assertThat(results).hasSize(expected.size());
    expected.forEach(
        (word, count) ->
            assertThat(results.get(word.substring(5)))
                .as(word)
                .isEqualTo(IntStream.rangeClosed(1, count).boxed().toList()));
  }

  private static Kafka kafka() {
    return Kafka.at(broker.address()).lease(Duration.ofSeconds(10)).bundles(2);
  }

  /** Of the group's offsets, which any tool shows: those of one topic. */
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

  /** What the sink cannot take stays in the application's topic. */
  @Test
  void aSlowInstanceSlowsTheSource() throws Exception {
    int bytes = 1_000;
    int records = 40_000;
    broker.topic("flood", 1);
    broker.write("flood", 0, Collections.nCopies(records, "x".repeat(bytes)));
    var written = new AtomicLong();
    var both = new AtomicBoolean();
    var pipeline =
        Pipeline.named("slow")
            .from("flood", TopicSource.of("flood", Serdes.String()))
            .map(
                "work",
                line -> {
                  // The instance beside the source is fast, as soon as there is the other one.
                  if (Thread.currentThread().getName().endsWith("bundle-1")) {
                    both.set(true);
                    LockSupport.parkNanos(1_000_000);
                  } else if (!both.get()) {
                    LockSupport.parkNanos(1_000_000);
                  }
                  return line;
                })
            .fixed(2)
            .to("count", Sink.forEach(_ -> written.incrementAndGet()));
    // What may be on its way to the slow one, what a step adds, and some more for the packing.
    long most = (Room.MOST_BYTES + (1 << 20)) / bytes;
    try (var worker = pipeline.on(kafka()).start()) {
      await().atMost(ofSeconds(30)).until(both::get);
      for (int k = 0; k < 20; k++) {
        Thread.sleep(100);
        assertThat(committed("slow", "flood") - written.get()).isLessThan(most);
      }
      assertThat(committed("slow", "flood")).isBetween(most / 2, records - most);
      worker.kill();
    }
  }

  private static Pipeline counting(int step) {
    return Pipeline.named("upgraded")
        .from("in", TopicSource.of("upgraded-in", Serdes.String()))
        .keyBy(word -> word)
        .aggregate("count", () -> 0, (count, word) -> count + step)
        .fixed(1)
        .to("out", TopicSink.of("upgraded-out", Serdes.String(), Serdes.Integer()));
  }

  private static void awaitResults(String topic, int number) {
    await().atMost(ofSeconds(30)).until(() -> broker.read(topic).size() == number);
  }

  /** A worker with another function goes on with the state; one with another graph is refused. */
  @Test
  void aChangedFunctionGoesOnAndAChangedGraphIsRefused() throws Exception {
    broker.topic("upgraded-in", 1);
    broker.topic("upgraded-out", 1);
    broker.write("upgraded-in", 0, List.of("a", "a", "b"));
    try (var worker = counting(1).on(kafka()).start()) {
      awaitResults("upgraded-out", 3);
      worker.stop();
      assertThat(worker.state()).isEqualTo(Running.State.DONE);
    }
    broker.write("upgraded-in", 0, List.of("a", "b"));
    try (var worker = counting(10).on(kafka()).start()) {
      awaitResults("upgraded-out", 5);
      worker.stop();
    }
    try (var consumer = broker.consumer("upgraded-out", new IntegerDeserializer())) {
      assertThat(consumer.poll(ofSeconds(10)))
          .extracting(record -> record.key() + record.value())
          .containsExactlyInAnyOrder("a1", "a2", "b1", "a12", "b11");
    }
    var changed =
        Pipeline.named("upgraded")
            .from("in", TopicSource.of("upgraded-in", Serdes.String()))
            .map("more", word -> word)
            .to("out", TopicSink.of("upgraded-out", Serdes.String()));
    assertThatThrownBy(() -> changed.on(kafka()).start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("it was [operator 'count': keyed of 'in'")
        .hasMessageContaining("operator 'more': stateless of 'in'")
        .hasMessageContaining("sluice streams delete upgraded");
    assertThat(topics()).contains("sluice-streams.upgraded.state");
    assertThat(kafka().delete("upgraded")).isTrue();
    // Brokers hear of it a moment later.
    await()
        .atMost(ofSeconds(10))
        .untilAsserted(
            () ->
                assertThat(topics())
                    .contains("upgraded-in", "upgraded-out")
                    .noneMatch(topic -> topic.startsWith("sluice-streams.upgraded")));
    assertThat(kafka().delete("upgraded")).isFalse();
  }

  private static Set<String> topics() throws Exception {
    try (var admin = Admin.create(broker.settings())) {
      return admin.listTopics().names().get();
    }
  }

  @Test
  void whatCannotRunOnKafkaIsRefused() {
    var list = Pipeline.named("list").from("in", Source.of(List.of(1))).to("out", Sink.print());
    assertThatThrownBy(() -> list.on(kafka()).start())
        .hasMessageContaining("source 'in' cannot be resumed by another worker");
    var missing =
        Pipeline.named("missing")
            .from("in", TopicSource.of("no-such-topic", Serdes.String()))
            .to("out", Sink.print());
    assertThatThrownBy(() -> missing.on(kafka()).start())
        .hasMessage("topic 'no-such-topic' of operator 'in' does not exist: create it first");
    var spaces =
        Pipeline.named("with spaces")
            .from("in", TopicSource.of("no-such-topic", Serdes.String()))
            .to("out", Sink.print());
    assertThatThrownBy(() -> spaces.on(kafka()).start()).hasMessageContaining("needs another name");
    // Its locks would be in the topic of another pipeline's data.
    assertThatThrownBy(() -> kafka().delete("missing.data"))
        .hasMessageContaining("needs another name on Kafka: one that does not end with .data");
  }

  @Test
  void aBrokerThatDoesNotAnswerIsNamed() {
    var pipeline =
        Pipeline.named("nowhere")
            .from("in", TopicSource.of("in", Serdes.String()))
            .to("out", Sink.print());
    var nowhere =
        Kafka.at("127.0.0.1:1")
            .with(Map.of("default.api.timeout.ms", "1000", "request.timeout.ms", "1000"));
    assertThatThrownBy(() -> pipeline.on(nowhere).start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no Kafka broker answers at 127.0.0.1:1; is one running there?");
  }

  /** A worker that ends without a word: the next one has the state again, in new files. */
  @Test
  void stateOnDiskIsRestoredAfterACrash(@TempDir Path folder) throws Exception {
    broker.topic("disk-in", 1);
    broker.topic("disk-out", 1);
    var pipeline =
        Pipeline.named("disk")
            .from("in", TopicSource.of("disk-in", Serdes.String()))
            .keyBy(word -> word)
            .aggregate("count", () -> 0, (count, word) -> count + 1)
            .instances(1, 3)
            .map("text", each -> each.key() + each.value())
            .fixed(1)
            .to("out", TopicSink.of("disk-out", Serdes.String()));
    var engine = kafka().stateOnDisk(folder);
    var words = IntStream.range(0, 2_000).mapToObj(k -> "key-%04d-".formatted(k)).toList();
    broker.write("disk-in", 0, words);
    try (var worker = pipeline.on(engine).start()) {
      awaitResults("disk-out", 2_000);
      worker.scale("count", 3).get(30, TimeUnit.SECONDS);
      worker.kill();
    }
    broker.write("disk-in", 0, words);
    try (var worker = pipeline.on(engine).start()) {
      awaitResults("disk-out", 4_000);
      worker.stop();
    }
    assertThat(broker.values("disk-out"))
        .hasSize(4_000)
        .containsAll(words.stream().map(word -> word + 1).toList())
        .containsAll(words.stream().map(word -> word + 2).toList());
    assertThat(folder).isEmptyDirectory();
  }

  /** Keys, headers and timestamps reach the application, and Kafka's own client reads the sink. */
  @Test
  void aForeignClientReadsTheSink() throws Exception {
    broker.topic("foreign-in", 1);
    broker.topic("foreign-out", 1);
    try (var producer = broker.producer()) {
      var record = new ProducerRecord<>("foreign-in", 0, 1_234L, "key", "value");
      record.headers().add("from", "afar".getBytes(UTF_8));
      var _ = producer.send(record);
    }
    var pipeline =
        Pipeline.named("foreign")
            .from("in", TopicSource.of("foreign-in", PipelineOnKafkaTest::describe).upToEnd())
            .map("text", text -> text + "!")
            .to("out", TopicSink.of(PipelineOnKafkaTest::withHeader));
    try (var worker = pipeline.on(kafka()).start()) {
      worker.await();
    }
    assertThat(consoleConsumer("foreign-out"))
        .contains("CreateTime:99", "to:afar", "key: key at 1234 from afar: value!");
  }

  private static String describe(ConsumerRecord<byte[], byte[]> record) {
    return "%s at %d from %s: %s"
        .formatted(
            new String(record.key(), UTF_8),
            record.timestamp(),
            new String(record.headers().lastHeader("from").value(), UTF_8),
            new String(record.value(), UTF_8));
  }

  private static ProducerRecord<byte[], byte[]> withHeader(String text) {
    var record =
        new ProducerRecord<>("foreign-out", 0, 99L, "key".getBytes(UTF_8), text.getBytes(UTF_8));
    record.headers().add("to", "afar".getBytes(UTF_8));
    return record;
  }

  /** What Kafka's console consumer prints of the one record of a topic. */
  private static String consoleConsumer(String topic) throws Exception {
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "org.apache.kafka.tools.consumer.ConsoleConsumer",
                "--bootstrap-server",
                broker.address(),
                "--topic",
                topic,
                "--from-beginning",
                "--isolation-level",
                "read_committed",
                "--max-messages",
                "1",
                "--formatter-property",
                "print.timestamp=true",
                "--formatter-property",
                "print.headers=true",
                "--formatter-property",
                "print.key=true",
                "--formatter-property",
                "key.separator=: ")
            .redirectErrorStream(true)
            .start();
    try (var in = process.getInputStream()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
