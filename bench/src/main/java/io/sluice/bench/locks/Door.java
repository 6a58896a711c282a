package io.sluice.bench.locks;

import java.util.concurrent.locks.Lock;

/** A lock, cut down to what is measured. One thread uses it. */
public interface Door {

  /** Waits for the lock; has it on return. */
  void enter() throws Exception;

  /** Gives the lock back. */
  void leave() throws Exception;

  /** A service whose locks are Java's. */
  static Door of(Lock lock) {
    return new Door() {
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
