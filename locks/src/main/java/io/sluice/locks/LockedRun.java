package io.sluice.locks;

import java.util.Optional;

/**
 * One run of a task that holds a lock: interrupts the task's thread when the lock is lost, and
 * never after the task has ended.
 *
 * <p>The task has held the lock from beginning to end if the lease is valid at some moment after
 * its end: a lock that is valid has been held without a gap since it was granted.
 */
final class LockedRun {

  private final Lease lease;
  private final Thread thread = Thread.currentThread();

  // Guarded by this.
  private boolean ended;
  private boolean interrupted;
  private boolean interruptedBefore;

  /** Runs a task on the calling thread; the lease is held when it ends, unless it was lost. */
  LockedRun(Lease lease) {
    this.lease = lease;
    lease.onLost(this::interrupt);
  }

  <X extends Exception> void run(LockedTask<X> task) throws X {
    var _ =
        call(
            held -> {
              task.run(held);
              return true;
            });
  }

  <T, X extends Exception> T call(LockedCall<T, X> task) throws X {
    T result;
    try {
      result = task.call(lease);
    } catch (Throwable thrown) {
      var loss = end();
      if (loss.isPresent()) {
        loss.get().addSuppressed(thrown);
        throw loss.get();
      }
      throw thrown;
    }
    var loss = end();
    if (loss.isPresent()) {
      throw loss.get();
    }
    return result;
  }

  /** On a thread of its own: to interrupt a thread may close the channel that it reads. */
  private synchronized void interrupt() {
    if (!ended) {
      interrupted = true;
      interruptedBefore = thread.isInterrupted();
      thread.interrupt();
    }
  }

  /** No interrupt comes from now on; tells whether the lock was lost before the task ended. */
  private Optional<LockLostException> end() {
    synchronized (this) {
      ended = true;
      if (interrupted) {
        // The exception says what our interrupt said; another one is still to be heard.
        boolean _ = Thread.interrupted();
        if (interruptedBefore) {
          thread.interrupt();
        }
      }
    }
    return lease.loss();
  }
}
