package io.sluice.streams.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.streams.Pipeline;
import io.sluice.streams.Running;
import io.sluice.streams.Sink;
import io.sluice.streams.Snapshot;
import io.sluice.streams.kafka.bundle.Options;
import io.sluice.streams.kafka.watch.WatchedPipeline;
import io.sluice.streams.kafka.watch.WatchedPipelines;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pipelines are watched and scaled from a process that runs no worker of them. */
@Timeout(120)
class WatchedPipelinesTest {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int RECORDS = 300;

  private static Running worker(Broker broker) {
    return Pipeline.named("watched")
        .from("in", TopicSource.of("watched", Serdes.String()))
        .map("work", line -> line)
        .instances(1, 3)
        .to("out", Sink.forEach(_ -> {}))
        .on(Kafka.at(broker.address()))
        .start();
  }

  private static Snapshot.OfOperator work(WatchedPipeline pipeline) {
    return pipeline.snapshot().operators().get(1);
  }

  @Test
  void workersReportWhatTheyDoAndTakeOrders() throws Exception {
    try (var broker = Broker.start();
        var watched = new WatchedPipelines(Options.of(broker.address()))) {
      assertThat(watched.running()).isEmpty();
      broker.topic("watched", 1);
      broker.write("watched", 0, IntStream.range(0, RECORDS).mapToObj(Integer::toString).toList());
      var one = worker(broker);
      try (var two = worker(broker)) {
        await().atMost(LONG).until(() -> watched.running().containsKey("watched"));
        var pipeline = watched.find("watched").orElseThrow();
        await().atMost(LONG).until(() -> pipeline.workers().size() == 2);
        await().atMost(LONG).until(() -> pipeline.snapshot().recordsOut() == RECORDS);
        assertThat(pipeline.snapshot().operators())
            .extracting(Snapshot.OfOperator::name)
            .containsExactly("in", "work", "out");
        assertThat(work(pipeline).receivers()).isEqualTo(List.of("out"));

        var _ = pipeline.scale("work", 3);
        await().atMost(LONG).until(() -> work(pipeline).instances() == 3);
        await().atMost(LONG).until(() -> work(pipeline).each().size() == 3);
        await().atMost(LONG).until(() -> work(pipeline).last().size() == 2);
        assertThat(work(pipeline).last())
            .allSatisfy(
                action -> {
                  assertThat(action.kind()).isEqualTo(Snapshot.Kind.DUPLICATED);
                  assertThat(action.cause()).isEqualTo("by hand");
                });
        assertThatThrownBy(() -> pipeline.scale("work", 9)).hasMessageContaining("from 1 to 3");
        assertThatThrownBy(() -> pipeline.scale("nothing", 1)).hasMessageContaining("no operator");
        assertThatThrownBy(pipeline::kill).hasMessageContaining("run in other processes");

        one.close();
        await().atMost(LONG).until(() -> pipeline.workers().size() == 1);
        assertThat(pipeline.snapshot().recordsOut()).isEqualTo(RECORDS);
        assertThat(two.state()).isEqualTo(Running.State.RUNNING);
      }
    }
  }
}
