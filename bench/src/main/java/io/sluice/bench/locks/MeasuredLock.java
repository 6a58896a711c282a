package io.sluice.bench.locks;

import java.util.concurrent.locks.Lock;

/** A lock, cut down to what is measured. One thread uses it. */
public interface MeasuredLock {

  /** Waits for the lock; has it on return. */
  void enter() throws Exception;

  /** Gives the lock back. */
  void leave() throws Exception;

  /** A service whose locks are Java's. */
  static MeasuredLock of(Lock lock) {
    return new MeasuredLock() {
      @Override
      public void enter() {
        lock.lock();
      }

      @Override
      public void leave() {
        lock.unlock();
      }
    };
  }
}
