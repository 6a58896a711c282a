package io.sluice.cluster.tcp;

import io.sluice.cluster.Faults;
import io.sluice.cluster.Transport;
import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Listens at many connections at once; one thread at a time does it, whichever that is.
 *
 * <p>Usually it is a thread of the switchboard's own. That one has to wake whoever a frame lets in,
 * which takes as long as the frame's way through the system. So where locks are waited for again
 * and again, those who wait listen themselves: what ends the waiting is then read by the thread
 * that waits. The switchboard's own thread rests meanwhile, and looks every millisecond whether
 * somebody still waits; so nothing lies unread for longer than that.
 *
 * <p>It is only a matter of speed who listens: whoever fails to do so is replaced by the
 * switchboard's own thread.
 */
final class SharedSelector implements AutoCloseable {

  /** As many waits in so short a time make it worthwhile that those who wait listen. */
  private static final int MANY = 8;

  private static final long SHORT = Duration.ofMillis(20).toNanos();

  private static final long REST = Duration.ofMillis(1).toNanos();

  /** What is done with a connection that has something to read; must not throw. */
  interface Line {
    void read();
  }

  private final Selector selector;
  private final Thread own;

  /** Whether somebody listens. */
  private final AtomicBoolean attended = new AtomicBoolean();

  /** The thread that listens while it waits for something else. */
  @SuppressWarnings("NullAway") // nobody does
  private volatile Thread listener;

  /** Whether those who wait are to listen. */
  private volatile boolean resting;

  /** How often somebody has begun to wait; it may wrap around. */
  private final AtomicInteger waits = new AtomicInteger();

  /** Those who wait while somebody else listens. */
  private final Queue<Thread> waiting = new ConcurrentLinkedQueue<>();

  private volatile boolean closed;

  SharedSelector() throws IOException {
    this.selector = Selector.open();
    this.own = Thread.ofPlatform().daemon().name("sluice-ear").start(this::run);
  }

  /** From now on the line is read when there is something to read. */
  void add(SocketChannel channel, Line line) throws IOException {
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_READ, line);
    selector.wakeup();
  }

  /**
   * The calling thread waits, and may listen meanwhile.
   *
   * @param over whether it need not wait any more; asked after whatever may have changed that, and
   *     after {@link #rouse}
   * @param nanos for how long at most; it may return earlier
   */
  void attend(BooleanSupplier over, long nanos) {
    waits.incrementAndGet();
    if (resting && attended.compareAndSet(false, true)) {
      try {
        listener = Thread.currentThread();
        listenUntil(over, nanos);
      } finally {
        listener = own;
        attended.set(false);
      }
      callNext();
    } else {
      stand(over, nanos);
    }
  }

  private void listenUntil(BooleanSupplier over, long nanos) {
    long begin = System.nanoTime();
    long left = nanos;
    while (left > 0 && !over.getAsBoolean() && !Thread.currentThread().isInterrupted() && !closed) {
      listen(nanos == Transport.FOREVER ? 0 : 1 + Duration.ofNanos(left).toMillis());
      left = nanos == Transport.FOREVER ? nanos : nanos - (System.nanoTime() - begin);
    }
  }

  /** Waits while somebody else listens, and is called when nobody does. */
  private void stand(BooleanSupplier over, long nanos) {
    var self = Thread.currentThread();
    waiting.add(self);
    try {
      if (!over.getAsBoolean() && !isVacant()) {
        Transport.park(this, nanos);
      }
    } finally {
      waiting.remove(self);
    }
    if (isVacant() && over.getAsBoolean()) {
      callNext();
    }
  }

  private boolean isVacant() {
    return resting && !attended.get();
  }

  private void callNext() {
    Thread next = waiting.peek();
    if (next != null) {
      LockSupport.unpark(next);
    }
  }

  /** The thread has something else to do than to wait. */
  void rouse(Thread thread) {
    if (thread.equals(listener)) {
      selector.wakeup();
    }
  }

  private void run() {
    while (!closed) {
      if (attended.compareAndSet(false, true)) {
        try {
          resting = false;
          listenWhileFewWait();
          resting = true;
        } finally {
          attended.set(false);
        }
        callNext();
      }
      restWhileOthersListen();
    }
  }

  private void listenWhileFewWait() {
    long since = System.nanoTime();
    int then = waits.get();
    while (!closed) {
      listen(0);
      if (waits.get() - then >= MANY) {
        long now = System.nanoTime();
        if (now - since < SHORT) {
          return;
        }
        since = now;
        then = waits.get();
      }
    }
  }

  private void restWhileOthersListen() {
    int before;
    do {
      before = waits.get();
      LockSupport.parkNanos(this, REST);
    } while (!closed && (attended.get() || waits.get() != before));
  }

  /**
   * @param millis how long to wait for something to read; 0 for ever
   */
  private void listen(long millis) {
    try {
      selector.select(key -> ((Line) key.attachment()).read(), millis);
    } catch (ClosedSelectorException e) {
      closed = true;
    } catch (IOException e) {
      Faults.report(e);
    }
  }

  @Override
  public void close() {
    closed = true;
    try {
      selector.close();
    } catch (IOException e) {
      Faults.report(e);
    }
    LockSupport.unpark(own);
    waiting.forEach(LockSupport::unpark);
  }
}
