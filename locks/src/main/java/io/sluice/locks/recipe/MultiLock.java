package io.sluice.locks.recipe;

import io.sluice.cluster.LongestTime;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Several plain locks, held together. They are acquired one after the other in the order of their
 * names, whatever the order in which the application names them: so two of these never wait for
 * each other. (A thread that holds one of the locks by other means and then asks for several does
 * not keep that order.)
 *
 * <pre>{@code
 * MultiLock transfer = sluice.multiLock("account-42", "account-7");
 * transfer.run(Duration.ofSeconds(2), lease -> store.put(row, lease.fence("account-7")));
 * }</pre>
 *
 * <p>While it waits for one of them, it holds those before; so a lock that many processes need
 * should not be one of several.
 */
public final class MultiLock {

  /** How long the answers of other nodes may take for an attempt without waiting. */
  private static final Duration ANSWERS = Duration.ofMillis(100);

  private final List<String> names;
  private final AllOrNone locks;

  /**
   * As {@link io.sluice.locks.Sluice#multiLock}.
   *
   * @param locks gives the locks of these names, to be acquired in this order
   */
  public MultiLock(Collection<String> names, Function<List<String>, AllOrNone> locks) {
    if (names.isEmpty()) {
      throw new IllegalArgumentException("name at least one lock");
    }
    this.names = List.copyOf(new TreeSet<>(names));
    this.locks = locks.apply(this.names);
  }

  private MultiLock(List<String> names, AllOrNone locks) {
    this.names = names;
    this.locks = locks;
  }

  /** The names of the locks, in the order in which they are acquired. */
  public List<String> names() {
    return names;
  }

  /**
   * The same locks, but lost together when all have been held for that time: like any loss, and
   * before another holder enters.
   *
   * <pre>{@code
   * transfer
   *     .holdAtMost(Duration.ofMinutes(5))
   *     .run(lease -> store.put(row, lease.fence("account-7")));
   * }</pre>
   *
   * @param time zero for no limit
   */
  public MultiLock holdAtMost(Duration time) {
    return new MultiLock(names, locks.holdAtMost(time));
  }

  /**
   * The same locks, but the node warns of each that has been held for that time, as {@link
   * io.sluice.locks.DistributedLock#warnAfter}; also of one that is held while others are waited
   * for, since it is not free meanwhile.
   *
   * @param time zero for no warning
   */
  public MultiLock warnAfter(Duration time) {
    return new MultiLock(names, locks.warnAfter(time));
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
    return locks.acquire(timeout);
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

  /**
   * Asks for all locks and does not wait. Cancelling the future gives up waiting, and releases
   * those that are held by then.
   */
  public CompletableFuture<MultiLease> acquireAsync() {
    var future = new CompletableFuture<MultiLease>();
    // Named as the thread that asks, which is shown as the one that holds or waits.
    var waiting =
        Thread.ofVirtual().name(Thread.currentThread().getName()).start(() -> complete(future));
    var _ =
        future.whenComplete(
            (_, _) -> {
              if (future.isCancelled()) {
                waiting.interrupt();
              }
            });
    return future;
  }

  private void complete(CompletableFuture<MultiLease> future) {
    try {
      var lease = acquire();
      if (!future.complete(lease)) {
        lease.close();
      }
    } catch (Throwable e) {
      future.completeExceptionally(e);
    }
  }

  /**
   * Waits for all locks, without limit, and runs the task while holding them; see {@link
   * #run(Duration, MultiTask)}.
   */
  public <X extends Exception> void run(MultiTask<X> task) throws X, InterruptedException {
    try (var lease = acquire()) {
      lease.run(task);
    }
  }

  /**
   * Waits for all locks, runs the task on this thread while holding them, and releases them.
   * Returns normally only if all were held until the task had ended; the loss of one interrupts the
   * task, as {@link io.sluice.locks.DistributedLock#run(Duration, io.sluice.locks.LockedTask)}
   * does.
   *
   * @throws X if the task throws it
   * @throws InterruptedException if this thread is interrupted while it waits for the locks
   * @throws TimeoutException if they were not all granted in that time; the task has not run
   * @throws io.sluice.locks.LockLostException if one was lost before the task ended
   * @throws io.sluice.locks.LockUnavailableException if one cannot be acquired at this node
   */
  public <X extends Exception> void run(Duration timeout, MultiTask<X> task)
      throws X, InterruptedException, TimeoutException {
    try (var lease = acquire(timeout)) {
      lease.run(task);
    }
  }

  /**
   * Waits for all locks, without limit, and calls the task while holding them; as {@link
   * #run(Duration, MultiTask)}.
   *
   * @return what the task returns
   */
  public <T, X extends Exception> T call(MultiCall<T, X> task) throws X, InterruptedException {
    try (var lease = acquire()) {
      return lease.call(task);
    }
  }

  /**
   * Waits for all locks and calls the task while holding them; as {@link #run(Duration,
   * MultiTask)}.
   *
   * @return what the task returns
   */
  public <T, X extends Exception> T call(Duration timeout, MultiCall<T, X> task)
      throws X, InterruptedException, TimeoutException {
    try (var lease = acquire(timeout)) {
      return lease.call(task);
    }
  }

  @Override
  public String toString() {
    return "locks " + names;
  }
}
