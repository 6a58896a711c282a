package io.sluice.locks.recipe;

/**
 * What to do while several locks are held. They are released when the task ends; if one is lost
 * before that, the thread that runs the task is interrupted.
 *
 * <pre>{@code
 * MultiTask<IOException> export =
 *     lease -> Files.writeString(file, "fence " + lease.fence("account-7"));
 * both.run(Duration.ofSeconds(2), export);
 * }</pre>
 *
 * @param <X> what the task may throw; the compiler infers it for a lambda
 * @see MultiLock#run(java.time.Duration, MultiTask)
 */
@FunctionalInterface
public interface MultiTask<X extends Exception> {

  /**
   * Runs while the locks are held.
   *
   * @param lease the locks, held; their fences go with every write
   */
  void run(MultiLease lease) throws X;
}
