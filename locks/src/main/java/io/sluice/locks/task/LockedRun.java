package io.sluice.locks.task;

import io.sluice.locks.LockLostException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One run of a task that holds a lock, or several: interrupts the task's thread when one is lost,
 * and never after the task has ended.
 *
 * <p>The task has held the lock from beginning to end if the lease is valid at some moment after
 * its end: a lock that is valid has been held without a gap since it was granted.
 */
public final class LockedRun {

  /** What is run, with the lease that it is given. */
  @FunctionalInterface
  public interface Body<T, X extends Exception> {
    T call() throws X;
  }

  private final Supplier<Optional<LockLostException>> loss;
  private final Thread thread = Thread.currentThread();

  // Guarded by this.
  private boolean ended;
  private boolean interrupted;
  private boolean interruptedBefore;

  /**
   * Runs a task on the calling thread; the lease is held when it ends, unless it was lost.
   *
   * @param onLost calls a listener, once, if the lease is lost
   * @param loss how the lease was lost, if it was
   */
  public LockedRun(Consumer<Runnable> onLost, Supplier<Optional<LockLostException>> loss) {
    this.loss = loss;
    onLost.accept(this::interrupt);
  }

  /**
   * Runs the task, once.
   *
   * @throws LockLostException if the lease was lost before the task ended
   */
  public <T, X extends Exception> T call(Body<T, X> task) throws X {
    T result;
    try {
      result = task.call();
    } catch (Throwable thrown) {
      var lost = end();
      if (lost.isPresent()) {
        lost.get().addSuppressed(thrown);
        throw lost.get();
      }
      throw thrown;
    }
    var lost = end();
    if (lost.isPresent()) {
      throw lost.get();
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
    return loss.get();
  }
}
