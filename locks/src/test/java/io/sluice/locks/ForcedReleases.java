package io.sluice.locks;

import io.sluice.locks.History.Stay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads of several nodes that contend for a lock, which is taken away from them again and again.
 */
public final class ForcedReleases {

  private static final int ENTRIES = 40;
  private static final int RELEASES = 60;

  private ForcedReleases() {}

  /**
   * Contends until every thread has had its entries and the lock has been taken away often enough.
   *
   * @return every stay inside, up to the last moment at which the lease was valid
   */
  public static History contend(Sluice... nodes) throws Exception {
    var history = new History();
    var taken = new AtomicInteger();
    var over = new AtomicBoolean();
    // Threads of the system: they spin, and virtual ones would keep the nodes' own from running.
    try (var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      var working = new ArrayList<Future<?>>();
      for (int i = 0; i < nodes.length; i++) {
        var lock = nodes[i].lock("x");
        var who = "w" + i;
        working.add(
            threads.submit(
                () -> {
                  for (int entry = 0;
                      !over.get() && (entry < ENTRIES || taken.get() < RELEASES);
                      entry++) {
                    stay(lock, who, history);
                  }
                  return null;
                }));
      }
      try {
        int next = 0;
        while (taken.get() < RELEASES) {
          var outcome = nodes[next++ % nodes.length].inspect().release("x", "again");
          taken.addAndGet(outcome.released().size());
        }
        for (Future<?> each : working) {
          each.get();
        }
      } finally {
        over.set(true);
      }
    }
    return history;
  }

  /** Inside until the lease is lost, or for a millisecond or two. */
  private static void stay(DistributedLock lock, String who, History history) throws Exception {
    try (var lease = lock.acquire(Duration.ofSeconds(60))) {
      long from = System.nanoTime();
      if (!lease.valid()) {
        return;
      }
      long last = from;
      // The time is read before the question, so that it lies within what was answered.
      for (long now = from; now - from < 2_000_000; now = System.nanoTime()) {
        if (!lease.valid()) {
          break;
        }
        last = now;
        Thread.onSpinWait();
      }
      history.add(new Stay("x", who, from, last, lease.fence()));
    } catch (LockLostException e) {
      // It was taken away before it was seen to be granted.
    }
  }
}
