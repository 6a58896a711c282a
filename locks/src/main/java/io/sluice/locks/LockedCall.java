package io.sluice.locks;

/**
 * What to compute while a lock is held. The lock is released when the task ends; if it is lost
 * before that, the thread that runs the task is interrupted.
 *
 * <pre>{@code
 * long next = lock.call(Duration.ofSeconds(2), lease -> store.increment(row, lease.fence()));
 * }</pre>
 *
 * @param <T> the result
 * @param <X> what the task may throw; the compiler infers it for a lambda
 * @see DistributedLock#call(java.time.Duration, LockedCall)
 */
@FunctionalInterface
public interface LockedCall<T, X extends Exception> {

  /**
   * Computes the result while the lock is held.
   *
   * @param lease the lock, held; its fence goes with every write
   */
  T call(Lease lease) throws X;
}
