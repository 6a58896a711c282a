package io.sluice.locks.recipe;

import io.sluice.cluster.LongestTime;
import io.sluice.locks.Lease;
import io.sluice.locks.Sluice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;

/**
 * Several plain locks, held together. They are acquired one after the other in the order of their
 * names, whatever the order in which the application names them: so two of these never wait for
 * each other. (A thread that holds one of the locks by other means and then asks for several does
 * not keep that order.)
 *
 * <pre>{@code
 * MultiLock transfer = sluice.multiLock("account-42", "account-7");
 * transfer.acquire(Duration.ofSeconds(2)).close();
 * }</pre>
 *
 * <p>While it waits for one of them, it holds those before; so a lock that many processes need
 * should not be one of several.
 */
public final class MultiLock {

  /** How long the answers of other nodes may take for an attempt without waiting. */
  private static final Duration ANSWERS = Duration.ofMillis(100);

  private final Sluice sluice;
  private final List<String> names;

  /** As {@link Sluice#multiLock}. */
  public MultiLock(Sluice sluice, Collection<String> names) {
    if (names.isEmpty()) {
      throw new IllegalArgumentException("name at least one lock");
    }
    this.sluice = sluice;
    this.names = List.copyOf(new TreeSet<>(names));
  }

  /** The names of the locks, in the order in which they are acquired. */
  public List<String> names() {
    return names;
  }

  /** Waits for all locks, without limit, and holds them until the lease is closed. */
  public MultiLease acquire() throws InterruptedException {
    try {
      return acquire(LongestTime.DURATION);
    } catch (TimeoutException e) {
      throw new AssertionError("a hundred years have passed", e);
    }
  }

  /**
   * Waits for all locks, and holds them until the lease is closed.
   *
   * @throws TimeoutException if they were not all granted in that time; none is held then
   * @throws io.sluice.locks.LockLostException if one was lost while others were waited for; none is
   *     held then
   */
  public MultiLease acquire(Duration timeout) throws InterruptedException, TimeoutException {
    long start = System.nanoTime();
    var leases = new ArrayList<Lease>();
    boolean complete = false;
    try {
      for (String name : names) {
        var left = timeout.minusNanos(System.nanoTime() - start);
        leases.add(acquire(name, left, timeout));
      }
      var all = MultiLease.of(leases);
      all.ensureValid();
      complete = true;
      return all;
    } finally {
      if (!complete) {
        leases.forEach(Lease::close);
      }
    }
  }

  private Lease acquire(String name, Duration left, Duration timeout)
      throws InterruptedException, TimeoutException {
    try {
      return sluice.lock(name).acquire(left);
    } catch (TimeoutException e) { // It says what was left of the time.
      throw new TimeoutException(
          "timed out after %d ms waiting for lock '%s', one of %s"
              .formatted(timeout.toMillis(), name, this));
    }
  }

  /**
   * Acquires all locks if they are free. Empty if one is not, or if the other nodes have not
   * answered within 100 ms.
   */
  public Optional<MultiLease> tryAcquire() throws InterruptedException {
    try {
      return Optional.of(acquire(ANSWERS));
    } catch (TimeoutException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return "locks " + names;
  }
}
