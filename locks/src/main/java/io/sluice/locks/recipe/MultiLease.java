package io.sluice.locks.recipe;

import io.sluice.locks.Lease;
import io.sluice.locks.LockLostException;
import io.sluice.locks.task.LockedRun;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Several leases as one: valid as long as all of them are.
 *
 * <pre>{@code
 * try (MultiLease lease = MultiLease.of(List.of(lock.acquire(), other.acquire()))) {
 *   lease.ensureValid(); // throws LockLostException if one of them was lost
 *   store.put(row, lease.fence("x"));
 * }
 * }</pre>
 */
public final class MultiLease implements AutoCloseable {

  private final List<Lease> leases;

  private MultiLease(List<Lease> leases) {
    this.leases = List.copyOf(leases);
  }

  /** These leases as one; it closes them, the last one first. */
  public static MultiLease of(List<Lease> leases) {
    if (leases.isEmpty()) {
      throw new IllegalArgumentException("name at least one lease");
    }
    return new MultiLease(leases);
  }

  /** The leases, in the order in which they were acquired. */
  public List<Lease> leases() {
    return leases;
  }

  /**
   * The fencing number under that name; for several units of a semaphore that of the first.
   *
   * @throws IllegalArgumentException if no lease has that name
   */
  public long fence(String lock) {
    return leases.stream()
        .filter(each -> each.lock().equals(lock))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("lock '%s' is not one of these".formatted(lock)))
        .fence();
  }

  /** Whether all locks are held at this moment. */
  public boolean valid() {
    return leases.stream().allMatch(Lease::valid);
  }

  /**
   * Returns if all locks are held at this moment.
   *
   * @throws LockLostException if one was lost
   * @throws IllegalStateException if it was closed
   */
  public void ensureValid() {
    leases.forEach(Lease::ensureValid);
  }

  /** How one of the locks was lost, as {@link Lease#loss}; empty if none was. */
  public Optional<LockLostException> loss() {
    return leases.stream().flatMap(each -> each.loss().stream()).findFirst();
  }

  /** As {@link Lease#remaining}, of the lock that ends first. */
  public Optional<Duration> remaining() {
    return leases.stream().flatMap(each -> each.remaining().stream()).min(Duration::compareTo);
  }

  /** Calls the listener once, on a thread of its own, if one of the locks is lost. */
  public void onLost(Runnable listener) {
    var told = new AtomicBoolean();
    leases.forEach(
        each ->
            each.onLost(
                () -> {
                  if (told.compareAndSet(false, true)) {
                    listener.run();
                  }
                }));
  }

  /**
   * Runs the task on this thread while all locks are held, as {@link Lease#run} does, and does not
   * release them.
   *
   * @throws LockLostException if one was lost before the task ended, or before it began
   * @throws IllegalStateException if this was closed before the task began
   */
  public <X extends Exception> void run(MultiTask<X> task) throws X {
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
  public <T, X extends Exception> T call(MultiCall<T, X> task) throws X {
    ensureValid();
    return new LockedRun(this::onLost, this::loss).call(() -> task.call(this));
  }

  /** Releases all locks, also those that are left when one was lost. */
  @Override
  public void close() {
    leases.reversed().forEach(Lease::close);
  }
}
