package io.sluice.locks;

import io.sluice.cluster.runtime.Request;
import io.sluice.locks.task.LockedRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A lock, held. It belongs to whatever has this object, not to a thread: any thread may close it.
 *
 * <p>A node that is cut off from the others loses the locks it holds when its lease runs out, and
 * {@link #close} says nothing of that. A holder that must not overlook a loss runs its work with
 * {@link DistributedLock#run(Duration, LockedTask)}, or calls {@link #ensureValid} before each step
 * that counts:
 *
 * <pre>{@code
 * try (Lease lease = lock.acquire(Duration.ofSeconds(2))) {
 *   compute();
 *   lease.ensureValid(); // throws LockLostException
 *   store.put(row, lease.fence());
 * }
 * }</pre>
 *
 * <p>No lock service can stop a thread between the check and the write. What the lock protects
 * should therefore remember the highest {@link #fence} it has seen and refuse lower ones.
 */
public final class Lease implements AutoCloseable {

  private final String lock;

  @SuppressWarnings("NullAway") // set before the lease is handed out
  private Request request;

  private final List<Runnable> listeners = new ArrayList<>(0);
  private boolean lost;

  Lease(String lock) {
    this.lock = lock;
  }

  void of(Request granted) {
    request = granted;
  }

  Request request() {
    return request;
  }

  /** The name of the lock. */
  public String lock() {
    return lock;
  }

  /** The fencing number: higher than that of every earlier holder of the lock, or of this unit. */
  public long fence() {
    return request.fence();
  }

  /** Which of a semaphore's units is held, from 0 up; 0 for every other lock. */
  public int unit() {
    return request.unit();
  }

  /** Whether the lock is held at this moment: neither lost nor released. */
  public boolean valid() {
    return request.valid();
  }

  /**
   * Returns if the lock is held at this moment, and has been held since it was granted.
   *
   * @throws LockLostException if it was lost
   * @throws IllegalStateException if this lease was closed
   */
  public void ensureValid() {
    if (!valid()) {
      throw loss()
          .map(RuntimeException.class::cast)
          .orElseGet(
              () -> new IllegalStateException("the lease of lock '%s' is closed".formatted(lock)));
    }
  }

  /** How the lock was lost, if it was; empty while it is held, and once it has been released. */
  public Optional<LockLostException> loss() {
    if (valid()) {
      return Optional.empty();
    }
    return switch (request.state()) {
      case LOST -> Optional.of(LockLostException.of(request));
      case INSIDE -> Optional.of(LockLostException.ofExpired(lock));
      case WAITING, RELEASED, WITHDRAWN, FAILED -> Optional.empty();
    };
  }

  /**
   * How long the lock stays held even if this node is cut off from the others from now on: zero if
   * it is not held, and no longer than {@code holdAtMost} of the lock says. Empty if nothing limits
   * it, as between the nodes of one JVM, which cannot be cut off.
   */
  public Optional<Duration> remaining() {
    // Read before asking whether the lock is held: later it might be what a next lease has left.
    var margin = request.resource().leaseMargin();
    if (!valid()) {
      return Optional.of(Duration.ZERO);
    }
    return LongStream.concat(margin.stream(), request.untilLimit().stream())
        .mapToObj(nanos -> Duration.ofNanos(Math.max(0, nanos)))
        .min(Comparator.naturalOrder());
  }

  /**
   * Calls the listener, on a thread of its own, if the lock is lost before this lease is closed;
   * immediately if it has been lost already.
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

  /**
   * Runs the task on this thread while the lock is held, as {@link DistributedLock#run(Duration,
   * LockedTask)} does, but does not release the lock: for a holder that keeps it for longer than
   * the task.
   *
   * @throws LockLostException if the lock was lost before the task ended, or before it began
   * @throws IllegalStateException if this lease was closed before the task began
   */
  public <X extends Exception> void run(LockedTask<X> task) throws X {
    var _ =
        call(
            held -> {
              task.run(held);
              return true;
            });
  }

  /**
   * Calls the task as {@link #run} does.
   *
   * @return what the task returns
   */
  public <T, X extends Exception> T call(LockedCall<T, X> task) throws X {
    ensureValid();
    return new LockedRun(this::onLost, this::loss).call(() -> task.call(this));
  }

  /** Releases the lock. Does nothing if it has been released or lost already. */
  @Override
  public void close() {
    request.release();
  }
}
