package io.sluice.locks;

import io.sluice.cluster.runtime.Resource;
import io.sluice.protocol.Claim;
import java.util.concurrent.locks.ReadWriteLock;

/**
 * Two locks between all nodes: any number of threads may hold the one for reading, or a single one
 * that for writing. First come, first served: readers do not overtake a writer who waits.
 *
 * <p>A thread that has one of them must give it back before it asks for the other, or it waits for
 * itself.
 */
public final class DistributedReadWriteLock implements ReadWriteLock {

  private final DistributedLock reading;
  private final DistributedLock writing;

  DistributedReadWriteLock(Resource resource) {
    reading = new DistributedLock(resource, Claim.SHARED);
    writing = new DistributedLock(resource, Claim.EXCLUSIVE);
  }

  @Override
  public DistributedLock readLock() {
    return reading;
  }

  @Override
  public DistributedLock writeLock() {
    return writing;
  }
}
