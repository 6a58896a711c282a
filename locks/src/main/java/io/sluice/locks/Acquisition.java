package io.sluice.locks;

import io.sluice.cluster.Limits;
import io.sluice.cluster.LongestTime;
import io.sluice.cluster.runtime.Request;
import io.sluice.cluster.runtime.Request.State;
import io.sluice.cluster.runtime.Resource;
import io.sluice.protocol.Claim;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One way to acquire a lock: its resource together with a claim. All public lock types acquire
 * their leases here. The resource may be one whose name was forgotten: requests go to the one that
 * has the name then.
 */
record Acquisition(Resource resource, Claim claim, Limits limits) {

  /** How long the answers of other nodes may take for an attempt without waiting. */
  static final Duration ANSWERS = Duration.ofMillis(100);

  /** With the limits of the node. */
  Acquisition(Resource resource, Claim claim) {
    this(resource, claim, resource.usualLimits());
  }

  /** The same, but lost when it has been held for that time; zero for no limit. */
  Acquisition holdAtMost(Duration time) {
    return new Acquisition(resource, claim, limits.holdAtMost(time));
  }

  /** The same, but warned of when it has been held for that time; zero for no warning. */
  Acquisition warnAfter(Duration time) {
    return new Acquisition(resource, claim, limits.warnAfter(time));
  }

  /** What the threads of this node share of the lock; of none if its name is forgotten. */
  Holds.OfName holds() {
    return Holds.OfName.of(resource.known());
  }

  /** Waits without limit. */
  Lease acquire() throws InterruptedException {
    try {
      return acquire(LongestTime.DURATION);
    } catch (TimeoutException e) {
      throw new AssertionError("a hundred years have passed", e);
    }
  }

  Lease acquire(Duration timeout) throws InterruptedException, TimeoutException {
    var lease = new Lease(resource.name());
    var request = resource.ask(claim, limits, watcherOf(lease));
    lease.of(request);
    boolean answered = false;
    try {
      answered = request.await(deadline(LongestTime.nanos(timeout)));
    } finally {
      if (!answered) {
        request.withdraw();
      }
    }
    if (!answered) {
      throw new TimeoutException(
          "timed out after %s waiting for lock '%s'".formatted(words(timeout), resource.name()));
    }
    checkGranted(request);
    return lease;
  }

  /** A lease for an owner that is inside alone by that request. */
  Lease along(Request alone) {
    if (!alone.resource().equals(resource.known()) || !alone.claim().room().equals(Claim.ALONE)) {
      throw new IllegalArgumentException(
          "the lease is not of the write lock '%s'".formatted(resource.name()));
    }
    var lease = new Lease(resource.name());
    var answered = new CompletableFuture<Void>();
    var watcher = watcherOf(lease);
    var request =
        alone
            .resource()
            .askAlong(
                alone,
                claim,
                limits,
                (each, state) -> {
                  watcher.changed(each, state);
                  answered.complete(null);
                });
    lease.of(request);
    answered.join();
    checkGranted(request);
    return lease;
  }

  Optional<Lease> tryAcquire() throws InterruptedException {
    try {
      return Optional.of(acquire(ANSWERS));
    } catch (TimeoutException e) {
      return Optional.empty();
    }
  }

  CompletableFuture<Lease> acquireAsync() {
    var lease = new Lease(resource.name());
    var future = new CompletableFuture<Lease>();
    var watcher = watcherOf(lease);
    var asking =
        resource.ask(
            claim,
            limits,
            (request, state) -> {
              lease.of(request);
              watcher.changed(request, state);
              // Not within the node: what follows the future may ask for locks in turn.
              Thread.startVirtualThread(() -> settle(future, lease, request, state));
            });
    var _ =
        future.whenComplete(
            (_, _) -> {
              if (future.isCancelled()) {
                asking.withdraw();
              }
            });
    return future;
  }

  <X extends Exception> void run(LockedTask<X> task) throws X, InterruptedException {
    try (var lease = acquire()) {
      lease.run(task);
    }
  }

  <X extends Exception> void run(Duration timeout, LockedTask<X> task)
      throws X, InterruptedException, TimeoutException {
    try (var lease = acquire(timeout)) {
      lease.run(task);
    }
  }

  <T, X extends Exception> T call(LockedCall<T, X> task) throws X, InterruptedException {
    try (var lease = acquire()) {
      return lease.call(task);
    }
  }

  <T, X extends Exception> T call(Duration timeout, LockedCall<T, X> task)
      throws X, InterruptedException, TimeoutException {
    try (var lease = acquire(timeout)) {
      return lease.call(task);
    }
  }

  private static void settle(
      CompletableFuture<Lease> future, Lease lease, Request request, State state) {
    switch (state) {
      case INSIDE -> {
        if (!future.complete(lease)) {
          request.release();
        }
      }
      case FAILED -> future.completeExceptionally(LockUnavailableException.of(request));
      case WAITING, RELEASED, WITHDRAWN, LOST -> {}
    }
  }

  private static Request.Watcher watcherOf(Lease lease) {
    return (_, state) -> {
      if (state == State.LOST) {
        lease.lose();
      }
    };
  }

  static void checkGranted(Request request) {
    switch (request.state()) {
      case FAILED -> throw LockUnavailableException.of(request);
      case LOST -> throw LockLostException.of(request);
      case WAITING, INSIDE, RELEASED, WITHDRAWN -> {}
    }
  }

  /** The deadline after that time, as {@link System#nanoTime}. */
  static long deadline(long nanos) {
    long furthest = Long.MAX_VALUE >> 1;
    return System.nanoTime() + Math.min(Math.max(nanos, 0), furthest);
  }

  /** Such as "10 s" or "250 ms". */
  private static String words(Duration time) {
    if (time.toNanosPart() == 0) {
      return time.toSeconds() + " s";
    }
    return time.toNanosPart() % 1_000_000 == 0
        ? LongestTime.millis(time) + " ms"
        : TimeUnit.NANOSECONDS.toMicros(LongestTime.nanos(time)) + " us";
  }
}
