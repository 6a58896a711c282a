package io.sluice.cli.host;

import io.sluice.locks.Lease;
import io.sluice.locks.LockLostException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The process that wants a command done, as the node sees it. What is sent to a process that has
 * ended is dropped; {@link #hold} notices its end.
 */
public final class Caller {

  /** How often a waiting caller is looked at: it may have ended. A look takes a millisecond. */
  private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(200);

  private static final String STOPPED = "it was stopped for longer than it may hold the lock";

  /** How often the lock of a caller that was killed is looked at: it may be lost. */
  private static final long LOOK_AT_LOCK = TimeUnit.MILLISECONDS.toNanos(20);

  private final Connection connection;
  private final Duration lease;
  private volatile boolean closing;
  private boolean waited;

  Caller(Connection connection, Duration lease) {
    this.connection = connection;
    this.lease = lease;
  }

  /** The node ends: what is held is lost. */
  void close() {
    closing = true;
    lost(LockThroughNode.NODE_ENDED);
  }

  private void lost(String why) {
    send(Message.draft(Talk.LOST).text(why).done());
  }

  private void send(Message message) {
    try {
      connection.send(message);
    } catch (IOException e) {
      // It has ended; the next message that is read says so.
    }
  }

  void refuse(byte type, String why) {
    send(Message.draft(type).text(why).done());
  }

  /** Prints a line to the caller's standard error. */
  public void say(String line) {
    send(Message.draft(Talk.SAY).text(line).done());
  }

  /** Ends the caller with an exit code. */
  public void end(int code, String out, String err) {
    send(Message.draft(Talk.END).number(code).text(out).text(err).done());
  }

  /**
   * Waits for a lock on behalf of the caller.
   *
   * @return the lease; nothing if the time is over or the caller has ended, and then the request
   *     has to be withdrawn ({@link #withdraw})
   */
  public Optional<Lease> await(CompletableFuture<Lease> asked, long nanos)
      throws InterruptedException, ExecutionException {
    long end = System.nanoTime() + nanos;
    while (true) {
      try {
        long left = Math.max(0, end - System.nanoTime());
        return Optional.of(asked.get(Math.min(LOOK, left), TimeUnit.NANOSECONDS));
      } catch (TimeoutException e) {
        waited = true;
        if (isGone() || closing || end - System.nanoTime() <= 0) {
          return Optional.empty();
        }
      }
    }
  }

  /**
   * Withdraws a request.
   *
   * @return the lease, if the lock was granted before that
   */
  public static Optional<Lease> withdraw(CompletableFuture<Lease> asked)
      throws InterruptedException, ExecutionException {
    return asked.cancel(false) ? Optional.empty() : Optional.of(asked.get());
  }

  /** Answers questions of a caller that waits; whether it has ended. */
  private boolean isGone() {
    return isGone(0);
  }

  private boolean isGone(long nanos) {
    var message = connection.next(nanos);
    while (message != null && message.type() == Talk.CHECK) {
      send(Message.of(Talk.ALIVE));
      message = connection.next(0);
    }
    return message != null;
  }

  /** Answers questions of a caller for which that thread works, until one of the two has ended. */
  void answerDuring(Thread work) throws InterruptedException {
    while (work.isAlive() && !isGone(LOOK)) {
      // It asks once a second.
    }
    work.join();
  }

  /** Holds the lock for the caller until it has ended, or the lock is lost; then releases it. */
  public void hold(Lease lock) throws InterruptedException {
    try (lock) {
      // One that has waited may have ended meanwhile: it must ask before it runs.
      boolean runs = !waited;
      granted(lock, waited ? 0 : remaining(lock));
      lock.onLost(() -> lost(lock.loss().map(LockLostException::why).orElse("")));
      // Until then the caller may rely on the lock; it then ends what it runs within half a lease.
      long promised = System.nanoTime() + lease.toNanos();
      while (true) {
        long left = promised + lease.toNanos() / 2 - System.nanoTime();
        var message = connection.next(Math.max(0, left));
        if (message == null) {
          lost(STOPPED);
          return;
        }
        switch (message.type()) {
          case Talk.ASK -> {
            runs = true;
            long remaining = remaining(lock);
            promised = System.nanoTime() + remaining;
            send(Message.draft(Talk.REMAINING).longNumber(remaining).done());
          }
          case Talk.CHECK -> send(Message.of(Talk.ALIVE));
          case Talk.RELEASE -> {
            lock.close();
            send(Message.of(Talk.RELEASED));
            return;
          }
          default -> {
            if (runs) {
              awaitEnd(lock);
            }
            return;
          }
        }
      }
    }
  }

  /** The caller was killed: its watchdog ends what it has started well within a lease. */
  private void awaitEnd(Lease lock) throws InterruptedException {
    long end = System.nanoTime() + lease.toNanos();
    while (lock.valid() && end - System.nanoTime() > 0) {
      TimeUnit.NANOSECONDS.sleep(Math.min(LOOK_AT_LOCK, Math.max(1, end - System.nanoTime())));
    }
  }

  /** For how many nanoseconds the caller may rely on the lock in any case. */
  private long remaining(Lease lock) {
    return closing ? 0 : lock.remaining().orElse(lease).toNanos();
  }

  private void granted(Lease lock, long remaining) {
    send(
        Message.draft(Talk.GRANTED)
            .text(lock.lock())
            .longNumber(lock.fence())
            .number(lock.unit())
            .longNumber(lease.toMillis())
            .longNumber(remaining)
            .done());
  }
}
