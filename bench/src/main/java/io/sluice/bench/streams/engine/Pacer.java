package io.sluice.bench.streams.engine;

import java.io.Serial;
import java.io.Serializable;
import java.util.concurrent.locks.LockSupport;

/**
 * Says how many records of a {@link Workload} are due. The rate is that of the {@link Probe}, so
 * that it can change while the job runs. Used by one thread.
 */
public final class Pacer implements Serializable {

  /** Records given out at a time if the workload is unlimited, or the job is behind. */
  private static final int PORTION = 256;

  private static final long IDLE_NANOS = 1_000_000_000;

  @Serial private static final long serialVersionUID = 1;

  private final long tick;
  private long next;
  private double owed;
  private int credit;

  Pacer(Workload workload, long now) {
    tick = workload.tick().toNanos();
    next = now;
  }

  public static Pacer of(Workload workload) {
    return new Pacer(workload, System.nanoTime());
  }

  /** Forgets what was due before now. */
  void restart() {
    next = System.nanoTime();
    owed = 0;
    credit = 0;
  }

  /** How many records to emit now. They count as emitted. */
  public int take(long now) {
    double rate = Probe.rate();
    if (Double.isInfinite(rate)) {
      return PORTION;
    }
    if (now - next >= 0) {
      long ticks = (now - next) / tick + 1;
      owed += ticks * rate * tick / 1e9;
      next += ticks * tick;
    }
    int due = (int) Math.min(owed, PORTION);
    owed -= due;
    return due;
  }

  /** The time until another record can be due; 0 if one may be due now. */
  public long nanosToNext(long now) {
    double rate = Probe.rate();
    if (rate == 0) {
      return IDLE_NANOS;
    }
    return owed >= 1 || Double.isInfinite(rate) ? 0 : Math.max(0, next - now);
  }

  /** Waits until the next record is due. */
  public void await() throws InterruptedException {
    while (credit == 0) {
      long now = System.nanoTime();
      credit = take(now);
      if (credit == 0) {
        LockSupport.parkNanos(nanosToNext(now));
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      }
    }
    credit--;
  }
}
