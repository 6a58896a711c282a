package io.sluice.locks;

import io.sluice.locks.History.Stay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Threads of several nodes that all want the lock {@code x}. */
public final class ContendingThreads {

  private ContendingThreads() {}

  /**
   * Two threads a node enter so many times each, and try as often whether they can without waiting
   * for long.
   *
   * @return who was inside when
   */
  public static History contend(List<Sluice> nodes, int entries) throws Exception {
    var history = new History();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var working = new ArrayList<Future<?>>();
      for (int i = 0; i < 2 * nodes.size(); i++) {
        var lock = nodes.get(i % nodes.size()).lock("x");
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
