package io.sluice.streams.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.streams.Pipeline;
import io.sluice.streams.Sink;
import io.sluice.streams.Source;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Operators with little to do share a thread, until one of them has more to do. */
class FusingTest {

  private final AtomicInteger rate = new AtomicInteger(200);
  private final AtomicLong sum = new AtomicLong();

  private Pipeline chain() {
    return Pipeline.named("chain")
        .from("numbers", Source.generate(k -> k).rate(_ -> rate.get()))
        .map("one", k -> k + 1)
        .instances(1, 4)
        .keyBy(k -> k % 10)
        .aggregate("two", () -> 0L, (count, _) -> count + 1)
        .instances(1, 4)
        .to("sink", Sink.forEach(_ -> sum.incrementAndGet()));
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("chain/"))
        .count();
  }

  private static void awaitThreads(int least, int most) {
    await().atMost(Duration.ofSeconds(60)).until(() -> threads() >= least && threads() <= most);
  }

  @Test
  void aQuietChainRunsOnOneThread() throws Exception {
    try (var running = chain().start()) {
      awaitThreads(1, 1);
      long before = sum.get();
      await().until(() -> sum.get() > before + 100);
      running.stop();
      assertThat(sum).hasValue(running.snapshot().recordsIn());
    }
    assertThat(threads()).isZero();
  }

  @Test
  void aChainUnderLoadIsSplit() throws Exception {
    try (var running = chain().start()) {
      awaitThreads(1, 1);
      rate.set(20_000_000);
      awaitThreads(3, 9);
      running.stop();
      assertThat(sum).hasValue(running.snapshot().recordsIn());
    }
  }

  @Test
  void anOperatorIsSplitOffToDuplicateItself() throws Exception {
    try (var running = chain().start()) {
      awaitThreads(1, 1);
      running.scale("two", 3).get(10, TimeUnit.SECONDS);
      running.scale("two", 1).get(10, TimeUnit.SECONDS);
      running.stop();
      assertThat(sum).hasValue(running.snapshot().recordsIn());
    }
  }

  @Test
  void aFunctionThatTakesLongGetsAThreadOfItsOwn() throws Exception {
    var slow = new Semaphore(Integer.MAX_VALUE);
    var pipeline =
        Pipeline.named("chain")
            .from("numbers", Source.generate(k -> k).rate(_ -> rate.get()))
            .map("one", k -> k + 1)
            .to(
                "sink",
                Sink.forEach(
                    _ -> {
                      slow.acquireUninterruptibly();
                      sum.incrementAndGet();
                    }));
    try (var running = pipeline.start()) {
      awaitThreads(1, 1);
      slow.drainPermits();
      await().during(200, TimeUnit.MILLISECONDS).until(() -> sum.get() > 0);
      slow.release(Integer.MAX_VALUE / 2);
      awaitThreads(2, 9);
      running.stop();
      assertThat(sum).hasValue(running.snapshot().recordsIn());
    }
  }

  @Test
  void aFusedChainCanBeKilled() {
    try (var running = chain().start()) {
      awaitThreads(1, 1);
      running.kill();
    }
    assertThat(threads()).isZero();
  }
}
