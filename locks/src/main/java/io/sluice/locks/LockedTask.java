package io.sluice.locks;

/**
 * What to do while a lock is held. The lock is released when the task ends; if it is lost before
 * that, the thread that runs the task is interrupted.
 *
 * <pre>{@code
 * LockedTask<IOException> export = lease -> Files.writeString(file, "fence " + lease.fence());
 * lock.run(Duration.ofSeconds(2), export);
 * }</pre>
 *
 * @param <X> what the task may throw; the compiler infers it for a lambda
 * @see DistributedLock#run(java.time.Duration, LockedTask)
 */
@FunctionalInterface
public interface LockedTask<X extends Exception> {

  /**
   * Runs while the lock is held.
   *
   * @param lease the lock, held; its fence goes with every write
   */
  void run(Lease lease) throws X;
}
