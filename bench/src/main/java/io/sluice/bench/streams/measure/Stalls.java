package io.sluice.bench.streams.measure;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * By how much a thread that only sleeps wakes up late: what the machine, the collector and the
 * compilers add to any gap, whatever the engine does.
 */
final class Stalls {

  private static final long SLEEP_NANOS = 1_000_000;

  private final AtomicLong longest = new AtomicLong();

  /** Begins to watch, on a daemon thread. */
  Stalls() {
    Thread.ofPlatform().daemon().name("stalls").start(this::watch);
  }

  private void watch() {
    long before = System.nanoTime();
    while (true) {
      LockSupport.parkNanos(SLEEP_NANOS);
      long now = System.nanoTime();
      longest.accumulateAndGet(now - before - SLEEP_NANOS, Math::max);
      before = now;
    }
  }

  /** The longest one since the last call, in nanoseconds. */
  long next() {
    return longest.getAndSet(0);
  }
}
