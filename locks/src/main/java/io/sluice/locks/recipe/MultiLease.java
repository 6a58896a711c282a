package io.sluice.locks.recipe;

import io.sluice.locks.Lease;
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
   * @throws io.sluice.locks.LockLostException if one was lost
   * @throws IllegalStateException if it was closed
   */
  public void ensureValid() {
    leases.forEach(Lease::ensureValid);
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

  /** Releases all locks, also those that are left when one was lost. */
  @Override
  public void close() {
    leases.reversed().forEach(Lease::close);
  }
}
