package io.sluice.locks;

import io.sluice.cluster.runtime.Resource;
import io.sluice.protocol.Claim;
import java.util.concurrent.locks.ReadWriteLock;

/**
 * A read-write lock between all nodes of a cluster: any number of threads hold the read lock, or
 * one thread the write lock.
 *
 * <pre>{@code
 * DistributedReadWriteLock catalogue = sluice.readWriteLock("catalogue");
 * long price = catalogue.readLock().call(Duration.ofSeconds(2), _ -> store.read(row));
 * catalogue.writeLock().run(Duration.ofSeconds(2), lease -> store.put(row, lease.fence()));
 * }</pre>
 *
 * <p>First come, first served: readers do not overtake a waiting writer.
 *
 * <p>A writer may become a reader without a moment in which another writes: a thread that has
 * locked the write lock locks the read lock, which is granted at once, and then unlocks the write
 * lock; the holder of a lease calls {@link #downgrade}. Other readers of the same node read with it
 * then; those of other nodes when it has released, or with the next view. The other way round there
 * is none: a thread that holds the read lock must unlock it before it asks for the write lock, or
 * it waits for itself.
 */
public final class DistributedReadWriteLock implements ReadWriteLock {

  private final DistributedLock readLock;
  private final DistributedLock writeLock;

  DistributedReadWriteLock(Resource resource) {
    writeLock = new DistributedLock(resource, Claim.EXCLUSIVE);
    readLock = new DistributedLock(resource, Claim.SHARED);
  }

  /** The lock's name: the same lock in all nodes of the cluster. */
  public String name() {
    return readLock.name();
  }

  @Override
  public DistributedLock readLock() {
    return readLock;
  }

  @Override
  public DistributedLock writeLock() {
    return writeLock;
  }

  /**
   * Exchanges a lease of the write lock for one of the read lock, with no other writer in between.
   *
   * <pre>{@code
   * try (Lease reading = catalogue.downgrade(writing)) {
   *   reading.ensureValid();
   * }
   * }</pre>
   *
   * @param writing a lease of this lock's {@link #writeLock}; closed when this returns
   * @throws LockLostException if it was lost
   * @throws IllegalArgumentException if it is of another lock, or of the read lock
   * @throws IllegalStateException if it was closed
   */
  public Lease downgrade(Lease writing) {
    writing.ensureValid();
    var reading = readLock.along(writing.request());
    writing.close();
    return reading;
  }

  @Override
  public String toString() {
    return "read-write lock '" + name() + "'";
  }
}
