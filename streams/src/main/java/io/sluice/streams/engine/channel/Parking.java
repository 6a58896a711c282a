package io.sluice.streams.engine.channel;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Lets the thread of an instance wait, first awake and then parked, until another wakes it. */
public final class Parking {

  private static final int SPINS = 64;

  @SuppressWarnings("NullAway") // null: not parked
  private volatile Thread parked;

  /**
   * Waits until the condition holds, another thread calls {@link #wake}, or the time is up.
   *
   * @param ready what other threads make true before they call {@link #wake}
   */
  public void await(BooleanSupplier ready, long nanos) {
    for (int spin = 0; spin < SPINS; spin++) {
      if (ready.getAsBoolean()) {
        return;
      }
      Thread.onSpinWait();
    }
    parked = Thread.currentThread();
    try {
      if (!ready.getAsBoolean()) {
        LockSupport.parkNanos(this, nanos);
      }
    } finally {
      unset();
    }
  }

  @SuppressWarnings("NullAway") // see parked
  private void unset() {
    parked = null;
  }

  /** Wakes the thread if it is parked. What it waits for must have been made true before. */
  public void wake() {
    // Without it, the read could come before the write that makes the condition true.
    VarHandle.fullFence();
    var thread = parked;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }
}
