package io.sluice.locks;

import io.sluice.cluster.runtime.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
   * How long the lock stays held even if this node is cut off from the others from now on: zero if
   * it is not held, empty if it cannot be cut off, as between the nodes of one JVM.
   */
  public Optional<Duration> remaining() {
    // Read before asking whether the lock is held: later it might be what a next lease has left.
    var margin = request.resource().leaseMargin();
    if (!valid()) {
      return Optional.of(Duration.ZERO);
    }
    return margin.isPresent()
        ? Optional.of(Duration.ofNanos(Math.max(0, margin.getAsLong())))
        : Optional.empty();
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
