package io.sluice.bench.locks;

/** One process of a lock service's users. All doors of one kind, in all clients, are one lock. */
@FunctionalInterface
public interface LockClient {

  /** Waits until this client sees all the others; nothing to do where a server knows everybody. */
  default void meet(int clients) throws Exception {}

  /** The lock for one at a time. */
  MeasuredLock exclusive() throws Exception;

  /** The shared side of the read/write lock. */
  default MeasuredLock reading() throws Exception {
    throw new UnsupportedOperationException("no read/write lock");
  }

  /** The exclusive side of the read/write lock. */
  default MeasuredLock writing() throws Exception {
    throw new UnsupportedOperationException("no read/write lock");
  }

  /** Takes one of many exclusive locks and gives it back; there is nothing of it but that. */
  default void visit(int lock) throws Exception {
    throw new UnsupportedOperationException("one lock only");
  }
}
