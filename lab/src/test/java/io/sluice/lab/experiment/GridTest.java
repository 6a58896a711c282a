package io.sluice.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GridTest {

  @Test
  void resultsComeInTheOrderOfCellsAndSeeds() {
    var results =
        Grid.run(
            "test",
            List.of("b", "a"),
            cell -> cell.equals("b") ? 3 : 2,
            (cell, seed) -> cell + seed,
            Options.DEFAULT,
            Progress.SILENT);
    assertThat(results.keySet()).containsExactly("b", "a");
    assertThat(results.get("b")).containsExactly("b1", "b2", "b3");
    assertThat(results.get("a")).containsExactly("a1", "a2");
  }

  @Test
  void progressRisesToOneOnTheCallersThread() {
    var fractions = new ArrayList<Double>();
    var caller = Thread.currentThread();
    Grid.run(
        "test",
        List.of(1, 2, 3, 4),
        _ -> 1,
        (cell, _) -> cell,
        Options.DEFAULT,
        (what, fraction) -> {
          assertThat(what).isEqualTo("test");
          assertThat(Thread.currentThread()).isSameAs(caller);
          fractions.add(fraction);
        });
    assertThat(fractions).containsExactly(0.0, 0.25, 0.5, 0.75, 1.0);
  }

  @Test
  void aPartOfTheProgressStaysWithinItsBounds() {
    var heard = new ArrayList<Double>();
    Progress whole = (_, fraction) -> heard.add(fraction);
    whole.part(0.5, 0.75).at("test", 0);
    whole.part(0.5, 0.75).at("test", 1);
    assertThat(heard).containsExactly(0.5, 0.75);
  }

  @Test
  void theFirstFailureEndsAll() {
    var started = new AtomicInteger();
    var never = new CountDownLatch(1);
    assertThatExceptionOfType(ExperimentFailed.class)
        .isThrownBy(
            () ->
                Grid.run(
                    "test",
                    List.of(1),
                    _ -> 100_000,
                    (_, seed) -> {
                      started.incrementAndGet();
                      if (seed == 1) {
                        throw new ExperimentFailed("broken");
                      }
                      awaitOrBeInterrupted(never);
                      return seed;
                    },
                    Options.DEFAULT,
                    Progress.SILENT))
        .withMessage("broken");
    assertThat(started).hasValueLessThan(100_000);
  }

  private static void awaitOrBeInterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void cancellingEndsAll() {
    var cancelled = new CountDownLatch(1);
    var options = new Options(0, () -> cancelled.getCount() == 0);
    assertThatExceptionOfType(CancellationException.class)
        .isThrownBy(
            () ->
                Grid.run(
                    "test",
                    List.of(1),
                    _ -> 100_000,
                    (_, seed) -> {
                      cancelled.countDown();
                      return seed;
                    },
                    options,
                    Progress.SILENT));
  }
}
