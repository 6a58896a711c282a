package io.sluice.locks.recipe;

/**
 * What to compute while several locks are held. They are released when the task ends; if one is
 * lost before that, the thread that runs the task is interrupted.
 *
 * <pre>{@code
 * long next =
 *     both.call(Duration.ofSeconds(2), lease -> store.increment(row, lease.fence("account-7")));
 * }</pre>
 *
 * @param <T> the result
 * @param <X> what the task may throw; the compiler infers it for a lambda
 * @see MultiLock#call(java.time.Duration, MultiCall)
 */
@FunctionalInterface
public interface MultiCall<T, X extends Exception> {

  /**
   * Computes the result while the locks are held.
   *
   * @param lease the locks, held; their fences go with every write
   */
  T call(MultiLease lease) throws X;
}
