package io.sluice.streams.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.streams.Pipeline;
import io.sluice.streams.Running;
import io.sluice.streams.Sink;
import io.sluice.streams.Snapshot;
import io.sluice.streams.Source;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Operators follow their load. The function of each waits instead of computing. */
class DecidingTest {

  private static final int CAPACITY = 1_000; // records a second of one instance
  private static final int MOST = 8;

  /** What the source gives, in records a second. */
  private final AtomicInteger rate = new AtomicInteger();

  private Running start() {
    return Pipeline.named("deciding")
        .from("load", Source.generate(k -> k).rate(_ -> rate.get()))
        .map("work", new Waiting()::take)
        .instances(1, MOST)
        .to("sink", Sink.forEach(_ -> {}))
        .start();
  }

  /** Takes the time of a record on average, in waits that are long enough to be kept. */
  private static final class Waiting {
    private static final int AT_ONCE = 10;
    private static final long NANOS = TimeUnit.SECONDS.toNanos(AT_ONCE) / CAPACITY;

    private final ThreadLocal<long[]> state = ThreadLocal.withInitial(() -> new long[2]);

    Long take(Long record) {
      var mine = state.get();
      if (++mine[0] % AT_ONCE == 0) {
        long until = Math.max(mine[1], System.nanoTime() - NANOS / 2) + NANOS;
        mine[1] = until;
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
      }
      return record;
    }
  }

  private static Snapshot.OfOperator work(Running running) {
    return running.snapshot().operators().get(1);
  }

  private static void awaitInstances(Running running, int least, int most) {
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> work(running).instances() >= least && work(running).instances() <= most);
  }

  @Test
  void instancesFollowALoadThatRisesFourfoldAndFallsAgain() {
    rate.set(600);
    try (var running = start()) {
      await().until(() -> work(running).records() > 500);
      assertThat(work(running).instances()).isEqualTo(1);
      rate.set(4 * 600);
      awaitInstances(running, 3, 5);
      rate.set(300);
      awaitInstances(running, 1, 1);
    }
  }

  @Test
  void anOperatorWhoseReceiverIsTheBottleneckDoesNotGrow() {
    rate.set(3_000);
    var slow =
        Pipeline.named("slow-sink")
            .from("load", Source.generate(k -> k).rate(_ -> rate.get()))
            .map("work", k -> k)
            .instances(1, MOST)
            .map("slow", new Waiting()::take)
            .fixed(1)
            .to("sink", Sink.forEach(_ -> {}));
    try (var running = slow.start()) {
      // Long enough for the inboxes of both to be full.
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> running.snapshot().operators().getFirst().blocked() > 0.5);
      assertThat(work(running).instances()).isEqualTo(1);
    }
  }

  @Test
  void anOperatorWithAFixedNumberKeepsIt() {
    rate.set(4_000);
    var fixed =
        Pipeline.named("fixed")
            .from("load", Source.generate(k -> k).rate(_ -> rate.get()))
            .map("work", new Waiting()::take)
            .fixed(2)
            .to("sink", Sink.forEach(_ -> {}));
    try (var running = fixed.start()) {
      await().until(() -> work(running).records() > 3_000);
      assertThat(work(running).instances()).isEqualTo(2);
      assertThat(running.snapshot().actions()).isEqualTo(1);
    }
  }
}
