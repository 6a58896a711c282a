package io.sluice.bench.locks.service;

import java.util.concurrent.locks.Lock;

/** A lock with the two operations that are measured; used by one thread. */
public interface MeasuredLock {

  /** Waits for the lock; holds it on return. */
  void acquire() throws Exception;

  /** Releases the lock. */
  void release() throws Exception;

  /** For a service whose locks implement Java's interface. */
  static MeasuredLock of(Lock lock) {
    return new MeasuredLock() {
      @Override
      public void acquire() {
        lock.lock();
      }

      @Override
      public void release() {
        lock.unlock();
      }
    };
  }
}
