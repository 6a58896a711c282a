package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.broker.KafkaBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice run --kafka}: workers of a user's jar, each in a process of its own. */
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

  @TempDir private Path directory;

  @Test
  void twoWorkersOfAJarShareAPipeline() throws Exception {
    var jar = UserJar.of(directory, "Counting", COUNTING).toString();
    var workers = new ArrayList<Process>();
    try (var broker = KafkaBroker.start()) {
      String at = broker.bootstrapServers();
      write(at);
      for (int k = 0; k < 2; k++) {
        workers.add(
            SluiceProcess.of(
                    List.of("-Xmx128m"), List.of("run", jar, "--kafka", at, "--places", "3"))
                .inheritIO()
                .start());
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

  private static List<String> read(String at) {
    var partition = new TopicPartition("counts", 0);
    var all = new ArrayList<String>();
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of("bootstrap.servers", at, "isolation.level", "read_committed"),
            new StringDeserializer(),
            new StringDeserializer())) {
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
