package io.sluice.bench.data.measure;

import io.sluice.bench.data.exchange.Changes;
import io.sluice.locks.DataHandle;
import io.sluice.locks.Pending;
import io.sluice.locks.ReadView;
import io.sluice.locks.WriteView;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One of two processes that compute in steps. In each step a process writes its border, reads the
 * other's, and computes; the border it needs is requested a step ahead. What is measured is when it
 * is acquired: after the computation, so that the transfer overlaps it, or before.
 */
final class Stencil {

  private static final int CELLS = 1 << 14;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private double[] cells = new double[CELLS];
  private double[] next = new double[CELLS];

  @SuppressWarnings("NullAway") // null until it is queued
  private Pending<WriteView> writing;

  @SuppressWarnings("NullAway") // null until it is queued
  private Pending<ReadView> reading;

  /** Sweeps over cells of its own; returns the nanoseconds it took. */
  long compute(long sweeps) {
    long begin = System.nanoTime();
    for (long sweep = 0; sweep < sweeps; sweep++) {
      sweep();
      cells[0] = sweep; // Otherwise nothing would change in the end.
    }
    return System.nanoTime() - begin;
  }

  private void carryOut(Work work) {
    compute(work.sweeps());
    long end = System.nanoTime() + work.nanos();
    for (long left = work.nanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private void sweep() {
    for (int i = 1; i < CELLS - 1; i++) {
      next[i] = 0.25 * cells[i - 1] + 0.5 * cells[i] + 0.25 * cells[i + 1];
    }
    double[] swapped = cells;
    cells = next;
    next = swapped;
  }

  /**
   * Queues the first request for its own border, and waits until that is granted; or the one for
   * the other's, which is then behind it.
   */
  void queue(DataHandle own, DataHandle others, String which) {
    if (which.equals("own")) {
      writing = own.requestWrite();
      while (writing.state() != Pending.State.READY) {
        LockSupport.parkNanos(POLL_NANOS);
      }
    } else {
      reading = others.requestRead();
    }
  }

  /**
   * Computes some steps; all processes begin together.
   *
   * @param early whether the other's border is acquired before computing: no overlap
   * @return nanoseconds
   */
  long run(int steps, Work work, boolean early) throws InterruptedException {
    long begin = System.nanoTime();
    for (int step = 0; step < steps; step++) {
      boolean last = step == steps - 1;
      try (var view = writing.acquire()) {
        Changes.ALL.write(view.segment(), step + 1);
        if (!last) {
          writing = view.again();
        }
        view.commit();
      }
      if (!early) {
        carryOut(work);
      }
      try (var view = reading.acquire()) {
        long there = Changes.ALL.check(view.segment());
        if (there != step + 1) {
          throw new IllegalStateException("step %d, but the border of %d".formatted(step, there));
        }
        if (!last) {
          reading = view.again(); // With requestRead it could read the same version again.
        }
      }
      if (early) {
        carryOut(work);
      }
    }
    return System.nanoTime() - begin;
  }
}
