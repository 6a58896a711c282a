package io.sluice.streams.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.streams.Pipeline;
import io.sluice.streams.Sink;
import io.sluice.streams.Source;
import io.sluice.streams.graph.Tuning;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A receiver that is too slow slows its senders, up to the source. */
class BoundedMemoryTest {

  /** What can be under way between two operators: a full inbox, and what its sender holds. */
  private static final int PER_HOP = (Tuning.DEFAULT.inbox() + 3) * Tuning.DEFAULT.batch();

  @Test
  void aSinkThatStopsStopsTheSource() throws Exception {
    var permits = new Semaphore(0);
    var pipeline =
        Pipeline.named("stuck")
            .from("numbers", Source.generate(k -> k))
            .map("one", k -> k)
            .fixed(1)
            .keyBy(k -> k % 100)
            .aggregate("two", () -> 0L, (sum, k) -> sum + k)
            .fixed(1)
            .to("sink", Sink.forEach(_ -> permits.acquireUninterruptibly()));
    try (var running = pipeline.start()) {
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> running.snapshot().operators().getFirst().blocked() > 0.9);
      long underWay = running.snapshot().recordsIn();
      assertThat(underWay).isPositive().isLessThan(3L * PER_HOP);
      permits.release(Integer.MAX_VALUE / 2);
      await().until(() -> running.snapshot().recordsOut() > underWay);
    }
  }

  @Test
  void scalingGoesOnBehindASinkThatStops() throws Exception {
    var permits = new Semaphore(0);
    var pipeline =
        Pipeline.named("stuck")
            .from("numbers", Source.generate(k -> k))
            .map("one", k -> k)
            .instances(1, 4)
            .map("two", k -> k)
            .instances(1, 4)
            .to("sink", Sink.forEach(_ -> permits.acquireUninterruptibly()));
    try (var running = pipeline.start()) {
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> running.snapshot().operators().getFirst().blocked() > 0.9);
      running.scale("one", 4).get(20, TimeUnit.SECONDS);
      assertThat(running.snapshot().recordsIn()).isLessThan(20L * PER_HOP);
      permits.release(Integer.MAX_VALUE / 2);
      running.scale("one", 1).get(20, TimeUnit.SECONDS);
      running.stop();
      assertThat(running.snapshot().recordsOut()).isEqualTo(running.snapshot().recordsIn());
    }
  }
}
