package io.sluice.bench.locks.service;

/** One process that uses a lock service. Locks of one kind, in all clients, are the same lock. */
@FunctionalInterface
public interface LockClient {

  /** Waits until this client knows all others. Services with a server need not override this. */
  default void awaitPeers(int clients) throws Exception {}

  /** The exclusive lock. */
  MeasuredLock exclusive() throws Exception;

  /** The shared side of the read/write lock. */
  default MeasuredLock reading() throws Exception {
    throw new UnsupportedOperationException("no read/write lock");
  }

  /** The exclusive side of the read/write lock. */
  default MeasuredLock writing() throws Exception {
    throw new UnsupportedOperationException("no read/write lock");
  }

  /** Acquires and releases one of many exclusive locks, and keeps no reference to it. */
  default void visit(int lock) throws Exception {
    throw new UnsupportedOperationException("one lock only");
  }
}
