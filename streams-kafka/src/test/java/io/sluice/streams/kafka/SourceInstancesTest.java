package io.sluice.streams.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.streams.Pipeline;
import io.sluice.streams.Running;
import io.sluice.streams.Sink;
import io.sluice.streams.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The partitions of a topic are shared out among the instances of the source that reads it. */
@Timeout(180)
class SourceInstancesTest {

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

  private static Running worker() {
    return NumberedPipeline.of("shared")
        .on(NumberedPipeline.engine(broker.address(), Duration.ofSeconds(20)))
        .start();
  }

  /** While partitions move, and a worker ends without a word, every record is read once. */
  @Test
  void partitionsMoveWhileTheyAreRead() throws Exception {
    var writer = NumberedWriter.start(broker);
    try (var first = worker();
        var second = worker()) {
      NumberedWriter.awaitProgress(broker);
      for (int instances : List.of(3, 1, 2, 3, 2)) {
        first.scale("in", instances).get(60, TimeUnit.SECONDS);
        NumberedWriter.awaitProgress(broker);
      }
      second.kill();
      first.scale("in", 1).get(90, TimeUnit.SECONDS);
      first.scale("in", 3).get(60, TimeUnit.SECONDS);
      writer.endAndCheck();
    }
  }

  /** Three instances on three threads, each with its partition; all end where the topic ended. */
  @Test
  void aBoundedSourceIsReadByAllItsInstances() throws Exception {
    broker.topic("bounded", 3);
    broker.topic("bounded-out", 1);
    var expected = new ArrayList<String>();
    for (int partition = 0; partition < 3; partition++) {
      var lines = new ArrayList<String>();
      for (int k = 0; k < 3_000; k++) {
        lines.add(partition + "-" + k);
      }
      broker.write("bounded", partition, lines);
      expected.addAll(lines);
    }
    Set<String> threads = ConcurrentHashMap.newKeySet();
    var pipeline =
        Pipeline.named("bounded")
            .from(
                "in",
                TopicSource.of(
                        "bounded",
                        record -> {
                          threads.add(Thread.currentThread().getName());
                          if (threads.size() == 1) {
                            LockSupport.parkNanos(1_000_000); // Until another instance reads.
                          }
                          return new String(record.value(), UTF_8);
                        })
                    .upToEnd())
            .fixed(3)
            .to("out", TopicSink.of("bounded-out", Serdes.String()));
    var engine = Kafka.at(broker.address()).lease(Duration.ofSeconds(20)).bundles(3);
    try (var worker = pipeline.on(engine).start()) {
      await().atMost(Duration.ofSeconds(60)).until(() -> !threads.isEmpty());
      broker.write("bounded", 0, List.of("behind the end"));
      worker.await();
    }
    assertThat(broker.values("bounded-out").stream().sorted().toList())
        .isEqualTo(expected.stream().sorted().toList());
    assertThat(threads).hasSizeGreaterThan(1);
  }

  @Test
  void whatCannotBeSharedIsRefused() throws Exception {
    broker.topic("narrow", 2);
    var many =
        Pipeline.named("narrow")
            .from("in", TopicSource.of("narrow", Serdes.String()))
            .fixed(3)
            .to("out", Sink.print());
    assertThatThrownBy(() -> many.on(Kafka.at(broker.address())).start())
        .hasMessage(
            "source 'in' reads a topic with 2 partitions, so it cannot have 3 instances: add"
                + " partitions, or have fewer instances");
    var list = Pipeline.named("list").from("in", Source.of(List.of(1)));
    assertThatThrownBy(() -> list.fixed(2))
        .hasMessage("source 'in' runs in one instance: it reads one stream");
    var bounded =
        Pipeline.named("ending")
            .from("in", TopicSource.of("narrow", Serdes.String()).upToEnd())
            .instances(1, 4)
            .to("out", Sink.print());
    try (var worker = bounded.on(Kafka.at(broker.address())).start()) {
      assertThatThrownBy(() -> worker.scale("in", 3)).hasMessageContaining("with 2 partitions");
    }
  }
}
