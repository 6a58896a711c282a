package io.sluice.locks;

import io.sluice.cluster.runtime.Request;
import java.util.ArrayList;
import java.util.List;

/**
 * A lock, held. It belongs to whoever has this object, not to a thread: any thread may close it.
 *
 * <p>A node that is cut off from the others loses what it holds when its lease runs out. Nobody can
 * stop a thread that does not look, so whatever the lock protects should refuse a {@link #fence}
 * lower than the highest it has seen.
 */
public final class Lease implements AutoCloseable {

  private final String lock;

  @SuppressWarnings("NullAway") // set before the lease is given to anybody
  private Request request;

  private final List<Runnable> listeners = new ArrayList<>(0);
  private boolean lost;

  Lease(String lock) {
    this.lock = lock;
  }

  void of(Request granted) {
    request = granted;
  }

  /** The name of the lock. */
  public String lock() {
    return lock;
  }

  /** Higher than that of everybody who held the lock, or this unit of it, before. */
  public long fence() {
    return request.fence();
  }

  /** Which of a semaphore's units it is, from 0 up; 0 for every other lock. */
  public int unit() {
    return request.unit();
  }

  /** Whether the lock is still held, at this very moment. */
  public boolean valid() {
    return request.valid();
  }

  /**
   * Calls the listener, on a thread of its own, if the lock is lost before the lease is closed; at
   * once if it has been lost already.
   */
  public void onLost(Runnable listener) {
    boolean already;
    synchronized (listeners) {
      listeners.add(listener);
      already = lost;
    }
    if (already) {
      Thread.startVirtualThread(listener);
    }
  }

  void lose() {
    List<Runnable> told;
    synchronized (listeners) {
      lost = true;
      told = List.copyOf(listeners);
    }
    told.forEach(Thread::startVirtualThread);
  }

  /** Gives the lock back. Does nothing the second time, or if the lock is lost. */
  @Override
  public void close() {
    request.leave();
  }
}
