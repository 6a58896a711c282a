package io.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.sluice.broker.KafkaBroker;
import io.sluice.cli.environment.Exit;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code sluice run --kafka}: workers of a user's jar, each in a process of its own; and {@code
 * sluice page --kafka}, which shows what they do.
 */
@Timeout(180)
class RunOnKafkaTest {

  private static final int RECORDS = 2_000;
  private static final int KEYS = 10;

  private static final String COUNTING =
      """
      public static Pipeline pipeline() {
        var lines =
            io.sluice.streams.kafka.TopicSource.of(
                "lines", org.apache.kafka.common.serialization.Serdes.String());
        return Pipeline.named("counting")
            .from("lines", lines.upToEnd())
            .keyBy(line -> line)
            .aggregate("count", () -> 0, (count, line) -> count + 1)
            .map("text", each -> each.key() + " " + each.value())
            .fixed(1)
            .to(
                "counts",
                io.sluice.streams.kafka.TopicSink.of(
                    "counts", org.apache.kafka.common.serialization.Serdes.String()));
      }
      """;

  /** One that does not end by itself. */
  private static final String FOLLOWING =
      """
      public static Pipeline pipeline() {
        var lines =
            io.sluice.streams.kafka.TopicSource.of(
                "lines", org.apache.kafka.common.serialization.Serdes.String());
        return Pipeline.named("following")
            .from("lines", lines)
            .map("length", line -> line.length())
            .instances(1, 3)
            .to("nowhere", io.sluice.streams.Sink.forEach(length -> {}));
      }
      """;

  private static KafkaBroker broker;

  @TempDir private Path directory;

  @BeforeAll
  static void start() throws Exception {
    broker = KafkaBroker.start();
    write(broker.bootstrapServers());
  }

  @AfterAll
  static void end() throws IOException {
    broker.close();
  }

  private static Process sluice(List<String> args) throws IOException {
    return SluiceProcess.of(List.of("-Xmx128m"), args)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** What the page says of the pipeline, as soon as that fulfils the condition. */
  private static JsonNode awaitSample(
      HttpClient browser, URI page, String pipeline, Predicate<JsonNode> condition)
      throws Exception {
    var mapper = JsonMapper.builder().build();
    while (true) { // The test's own time limit ends it.
      var request = HttpRequest.newBuilder(page.resolve("/api/pipeline?pipeline=" + pipeline));
      var answer = browser.send(request.build(), HttpResponse.BodyHandlers.ofLines());
      try (var lines = answer.body()) {
        var found =
            lines
                .filter(line -> line.startsWith("data: "))
                .map(line -> mapper.readTree(line.substring("data: ".length())))
                .filter(condition)
                .findFirst();
        if (found.isPresent()) {
          return found.get();
        }
      }
      Thread.sleep(200);
    }
  }

  private static JsonNode length(JsonNode sample) {
    return sample.path("operators").path(1);
  }

  @Test
  void thePageShowsWorkersOnKafkaAndScalesThem() throws Exception {
    var jar = UserJar.of(directory, "Following", FOLLOWING).toString();
    String at = broker.bootstrapServers();
    var shown = sluice(List.of("page", "--kafka", at, "--no-browser"));
    var worker = sluice(List.of("run", jar, "--kafka", at));
    try (var browser = HttpClient.newHttpClient();
        var out = shown.inputReader()) {
      String link = out.readLine().substring("Open in a browser: ".length());
      var page = URI.create(link);
      var seen =
          awaitSample(
              browser, page, "following", now -> now.path("recordsOut").asLong() == RECORDS);
      assertThat(length(seen).path("name").asString()).isEqualTo("length");

      var order =
          HttpRequest.newBuilder(page.resolve("/api/scale"))
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      "{\"pipeline\":\"following\",\"operator\":\"length\",\"instances\":3}"));
      assertThat(browser.send(order.build(), HttpResponse.BodyHandlers.ofString()).statusCode())
          .as("without the token")
          .isEqualTo(403);
      order.header("X-Sluice-Token", link.substring(link.indexOf("token=") + "token=".length()));
      var answer = browser.send(order.build(), HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      var scaled =
          awaitSample(
              browser,
              page,
              "following",
              now -> length(now).path("each").size() == 3 && length(now).path("last").size() > 0);
      assertThat(length(scaled).path("instances").asInt()).isEqualTo(3);
      assertThat(length(scaled).path("last").path(0).path("cause").asString()).isEqualTo("by hand");
    } finally {
      for (var each : List.of(shown, worker)) {
        each.destroyForcibly().waitFor();
      }
    }
  }

  /** Ctrl-C at one of two workers, then SIGTERM at the other one, which is the last. */
  @Test
  @Tag("long")
  void workersEndWhenTheyAreTold() throws Exception {
    assumeThat(Signals.interruptIsIgnored()).isFalse();
    var jar =
        UserJar.of(directory, "Leaving", FOLLOWING.replace("following", "leaving")).toString();
    String at = broker.bootstrapServers();
    var workers = new ArrayList<Process>();
    try {
      for (int k = 0; k < 2; k++) {
        workers.add(
            SluiceProcess.of(List.of("-Xmx128m"), List.of("run", jar, "--kafka", at)).start());
        awaitWorkers(at, k + 1);
      }
      SluiceProcess.signal("INT", workers.getFirst());
      assertThat(workers.getFirst().waitFor(60, TimeUnit.SECONDS)).isTrue();
      var said = new String(workers.getFirst().getErrorStream().readAllBytes(), UTF_8);
      assertThat(workers.getFirst().exitValue()).as(said).isEqualTo(Exit.INTERRUPTED);
      assertThat(said)
          .contains("handing over to the other workers; Ctrl-C ends it at once")
          .doesNotContain("Exception");
      assertThat(workers.getLast().isAlive()).isTrue();
      SluiceProcess.signal("TERM", workers.getLast());
      assertThat(workers.getLast().waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(new String(workers.getLast().getErrorStream().readAllBytes(), UTF_8))
          .doesNotContain("Exception");
    } finally {
      for (var worker : workers) {
        worker.destroyForcibly().waitFor();
      }
    }
  }

  /** Until that many workers of the pipeline have said what they run. */
  private static void awaitWorkers(String at, int number) throws InterruptedException {
    var topic = new TopicPartition("sluice-streams.leaving.workers", 0);
    try (var consumer = consumer(at)) {
      while (!consumer.listTopics().containsKey(topic.topic())) { // Until the time limit.
        Thread.sleep(100);
      }
      consumer.assign(List.of(topic));
      consumer.seekToBeginning(List.of(topic));
      var workers = new HashSet<String>();
      while (workers.size() < number) {
        consumer.poll(Duration.ofMillis(100)).forEach(each -> workers.add(each.key()));
      }
    }
  }

  @Test
  void aMissingTopicAndAWrongSerdeAreNamed() throws Exception {
    String at = broker.bootstrapServers();
    var absent = FOLLOWING.replace("\"lines\", org", "\"absent\", org");
    Spoken.by("run", UserJar.of(directory, "Absent", absent).toString(), "--kafka", at)
        .complains("topic 'absent' of operator 'lines' does not exist: create it first");
    var wrong =
        FOLLOWING
            .replace("following", "wrong")
            .replace("Serdes.String()", "Serdes.Integer()")
            .replace("line -> line.length()", "number -> number + 1");
    var said = Spoken.by("run", UserJar.of(directory, "Wrong", wrong).toString(), "--kafka", at);
    assertThat(said.code()).isEqualTo(1);
    assertThat(said.err())
        .contains("pipeline 'wrong' failed in operator 'lines'", "lines-0 at offset 0")
        .contains("SerializationException");
  }

  @Test
  void twoWorkersOfAJarShareAPipeline() throws Exception {
    var jar = UserJar.of(directory, "Counting", COUNTING).toString();
    var workers = new ArrayList<Process>();
    String at = broker.bootstrapServers();
    try {
      for (int k = 0; k < 2; k++) {
        workers.add(sluice(List.of("run", jar, "--kafka", at, "--places", "3")));
      }
      for (var worker : workers) {
        assertThat(worker.waitFor(90, TimeUnit.SECONDS)).isTrue();
        assertThat(worker.exitValue()).isZero();
      }
      var expected = new ArrayList<String>();
      for (int k = 0; k < RECORDS; k++) {
        expected.add("%d %d".formatted(k % KEYS, k / KEYS + 1));
      }
      assertThat(read(at)).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(Spoken.by("streams", "delete", "counting", "--kafka", at).code()).isZero();
    } finally {
      for (var worker : workers) {
        worker.destroyForcibly().waitFor();
      }
    }
    Spoken.by("run", jar, "--places", "3").complains("--places need --kafka");
  }

  private static void write(String at) throws Exception {
    try (var admin = Admin.create(Map.of("bootstrap.servers", at))) {
      admin
          .createTopics(
              List.of(new NewTopic("lines", 1, (short) 1), new NewTopic("counts", 1, (short) 1)))
          .all()
          .get();
    }
    try (var producer =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", at),
            new StringSerializer(),
            new StringSerializer())) {
      for (int k = 0; k < RECORDS; k++) {
        var _ = producer.send(new ProducerRecord<>("lines", Integer.toString(k % KEYS)));
      }
    }
  }

  private static KafkaConsumer<String, String> consumer(String at) {
    return new KafkaConsumer<>(
        Map.<String, Object>of("bootstrap.servers", at, "isolation.level", "read_committed"),
        new StringDeserializer(),
        new StringDeserializer());
  }

  private static List<String> read(String at) {
    var partition = new TopicPartition("counts", 0);
    var all = new ArrayList<String>();
    try (var consumer = consumer(at)) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
      while (consumer.position(partition) < end) {
        for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(100))) {
          all.add(record.value());
        }
      }
    }
    return all;
  }
}
