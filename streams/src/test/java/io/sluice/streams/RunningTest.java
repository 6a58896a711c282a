package io.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.streams.Running.State;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pipeline while it runs, and how it ends. */
@Timeout(60)
final class RunningTest {

  /** Far fewer than a source makes in the time of this test. */
  private static final long MOST_UNDER_WAY = 200_000;

  private final AtomicLong sum = new AtomicLong();

  private Pipeline sums(Source<Long> numbers) {
    return Pipeline.named("sums")
        .from("numbers", numbers)
        .map("same", number -> number)
        .instances(1, 3)
        .keyBy(number -> number % 100)
        .aggregate("last", () -> 0L, (_, number) -> number)
        .instances(1, 3)
        .to("out", Sink.forEach(last -> sum.addAndGet(last.value())));
  }

  @Test
  void aSlowSinkSlowsTheSource() throws Exception {
    var sinkMayGoOn = new CountDownLatch(1);
    var read = new AtomicLong();
    var pipeline =
        Pipeline.named("slow")
            .from(
                "numbers",
                Source.generate(
                    number -> {
                      read.set(number);
                      return number;
                    }))
            .map("same", number -> number)
            .to(
                "out",
                Sink.forEach(
                    _ -> {
                      try {
                        sinkMayGoOn.await();
                      } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                      }
                    }));
    try (var running = pipeline.start()) {
      var before = new AtomicLong(-1);
      await()
          .atMost(Duration.ofSeconds(30))
          .pollInterval(Duration.ofMillis(300))
          .until(() -> read.get() > 0 && before.getAndSet(read.get()) == read.get());
      assertThat(read).hasValueLessThan(MOST_UNDER_WAY);
      assertThat(running.state()).isEqualTo(State.RUNNING);
      sinkMayGoOn.countDown();
      await().atMost(Duration.ofSeconds(30)).until(() -> read.get() > 2 * MOST_UNDER_WAY);
      running.stop();
      assertThat(running.snapshot().recordsOut()).isEqualTo(running.snapshot().recordsIn());
    }
  }

  @Test
  void whatWasReadBeforeTheStopIsProcessed() throws Exception {
    try (var running = sums(Source.generate(number -> number)).start()) {
      await().atMost(Duration.ofSeconds(30)).until(() -> sum.get() > 1_000_000);
      running.stop();
      assertThat(running.state()).isEqualTo(State.DONE);
      long records = running.snapshot().recordsIn();
      assertThat(running.snapshot().recordsOut()).isEqualTo(records);
      assertThat(sum).hasValue(records * (records - 1) / 2);
    }
  }

  @Test
  void aPipelineCanBeStartedAgainAndBesideItself() throws Exception {
    var pipeline = sums(Source.generate(number -> number).limit(1_000));
    try (var one = pipeline.start();
        var other = pipeline.start()) {
      one.await();
      other.await();
    }
    try (var again = pipeline.start()) {
      again.await();
    }
    assertThat(sum).hasValue(3 * 1_000 * 999 / 2);
  }

  @Test
  void instancesAreAsManyAsAskedFor() throws Exception {
    try (var running = sums(Source.generate(number -> number).rate(1_000)).start()) {
      for (int instances : new int[] {3, 1, 2}) {
        running.scale("last", instances).get(20, TimeUnit.SECONDS);
        assertThat(running.snapshot().operators().get(2).instances()).isEqualTo(instances);
      }
      assertThat(running.snapshot().actions()).isGreaterThanOrEqualTo(2 + 2 + 1);
      running.stop();
    }
  }

  @Test
  void scalingWhatHasEndedIsSaid() throws Exception {
    try (var running = sums(Source.generate(number -> number).limit(10)).start()) {
      running.await();
      assertThatThrownBy(() -> running.scale("last", 2).get(10, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasMessageContaining("the pipeline has ended");
    }
  }
}
