package io.sluice.locks.recipe;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for futures that fail with unchecked exceptions only, and throws these as they are. */
final class Waiting {

  private static final Duration LONGEST = Duration.ofDays(36_500);

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
      return future.get(nanos(timeout), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw unchecked(e);
    }
  }

  static long nanos(Duration timeout) {
    return timeout.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : Math.max(0, timeout.toNanos());
  }

  static RuntimeException unchecked(ExecutionException failed) {
    if (failed.getCause() instanceof RuntimeException why) {
      return why;
    }
    return new IllegalStateException(failed.getCause());
  }
}
