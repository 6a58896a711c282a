package io.sluice.locks;

import io.sluice.locks.History.Stay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Threads of several nodes that all contend for one lock. */
final class ContendingThreads {

  private ContendingThreads() {}

  /**
   * Two threads a node acquire the lock, each the same number of times, and try as often with a
   * short timeout.
   *
   * @param locks the lock, at each node
   * @return every stay inside
   */
  static History contendFor(List<DistributedLock> locks, int entries) throws Exception {
    var history = new History();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var working = new ArrayList<Future<?>>();
      for (int i = 0; i < 2 * locks.size(); i++) {
        var lock = locks.get(i % locks.size());
        var who = "w" + i;
        var random = new Random(i);
        working.add(
            threads.submit(
                () -> {
                  for (int entry = 0; entry < entries; entry++) {
                    enter(lock, who, random, history);
                  }
                  return null;
                }));
      }
      for (Future<?> each : working) {
        each.get();
      }
    }
    return history;
  }

  private static void enter(DistributedLock lock, String who, Random random, History history)
      throws Exception {
    try (var lease = lock.acquire(Duration.ofSeconds(60))) {
      long from = System.nanoTime();
      Thread.onSpinWait();
      history.add(new Stay("x", who, from, System.nanoTime(), lease.fence()));
    }
    if (lock.tryLock(random.nextInt(500), TimeUnit.MICROSECONDS)) {
      long from = System.nanoTime();
      history.add(new Stay("x", who, from, System.nanoTime(), lock.fence()));
      lock.unlock();
    }
  }
}
