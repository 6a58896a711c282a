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
 * <p>First come, first served: readers do not overtake a waiting writer. A thread that holds one of
 * the two must release it before it asks for the other, or it waits for itself.
 */
public final class DistributedReadWriteLock implements ReadWriteLock {

  private final DistributedLock readLock;
  private final DistributedLock writeLock;

  DistributedReadWriteLock(Resource resource) {
    readLock = new DistributedLock(resource, Claim.SHARED);
    writeLock = new DistributedLock(resource, Claim.EXCLUSIVE);
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

  @Override
  public String toString() {
    return "read-write lock '" + name() + "'";
  }
}
