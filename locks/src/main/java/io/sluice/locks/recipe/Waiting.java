package io.sluice.locks.recipe;

import io.sluice.cluster.LongestTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for futures that fail with unchecked exceptions only, and throws these as they are. */
final class Waiting {

  private Waiting() {}

  static <T> T get(CompletableFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw unchecked(e);
    }
  }

  static <T> T get(CompletableFuture<T> future, Duration timeout)
      throws InterruptedException, TimeoutException {
    try {
      return future.get(LongestTime.nanos(timeout), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw unchecked(e);
    }
  }

  static RuntimeException unchecked(ExecutionException failed) {
    if (failed.getCause() instanceof RuntimeException why) {
      return why;
    }
    return new IllegalStateException(failed.getCause());
  }
}
