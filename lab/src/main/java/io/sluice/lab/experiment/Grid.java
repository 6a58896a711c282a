package io.sluice.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;

/**
 * Runs every setting with every seed, as many runs at once as the runner allows; in the simulator,
 * on all cores.
 *
 * <p>Runs share nothing and results are collected in the order of the settings, so the result does
 * not depend on the number of cores or on which run ends first.
 */
public final class Grid {

  /** Makes one run and returns its result. */
  @FunctionalInterface
  public interface Run<C, R> {
    R of(C cell, long seed);
  }

  private Grid() {}

  /**
   * Runs every cell with the seeds 1, 2, and so on. The cells are started in their order, so the
   * longest should come first: a long one at the end leaves the other cores idle.
   *
   * @param seeds how many, for each cell
   * @return for each cell its results in the order of the seeds
   */
  public static <C, R> Map<C, List<R>> run(
      String what,
      List<C> cells,
      ToIntFunction<C> seeds,
      Run<C, R> run,
      Options options,
      Progress progress) {
    var runs = new LinkedHashMap<C, List<Future<R>>>();
    try (var pool = Executors.newFixedThreadPool(options.runner().atOnce())) {
      var ended = new ExecutorCompletionService<R>(pool);
      for (var cell : cells) {
        var ofCell = new ArrayList<Future<R>>();
        for (long seed = 1; seed <= seeds.applyAsInt(cell); seed++) {
          long number = seed;
          ofCell.add(ended.submit(() -> one(run, cell, number, options)));
        }
        runs.put(cell, ofCell);
      }
      await(what, runs.values().stream().mapToInt(List::size).sum(), ended, pool, progress);
    }
    var results = new LinkedHashMap<C, List<R>>();
    runs.forEach(
        (cell, ofCell) -> results.put(cell, ofCell.stream().map(Future::resultNow).toList()));
    return results;
  }

  /** Waits for all runs, or for the first that fails, and then cancels the others. */
  private static <R> void await(
      String what,
      int runs,
      ExecutorCompletionService<R> ended,
      ExecutorService pool,
      Progress progress) {
    try {
      for (int done = 0; done < runs; done++) {
        progress.at(what, (double) done / runs);
        var next = ended.poll(1, TimeUnit.SECONDS);
        while (next == null) {
          progress.at(what, (double) done / runs);
          next = ended.poll(1, TimeUnit.SECONDS);
        }
        next.get();
      }
      progress.at(what, 1);
    } catch (ExecutionException e) {
      pool.shutdownNow();
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException _) {
      pool.shutdownNow();
      Thread.currentThread().interrupt();
      throw new CancellationException();
    }
  }

  private static <C, R> R one(Run<C, R> run, C cell, long seed, Options options) {
    if (options.cancelled().getAsBoolean()) {
      throw new CancellationException();
    }
    return run.of(cell, seed);
  }
}
