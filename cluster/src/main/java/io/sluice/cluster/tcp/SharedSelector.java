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
 * Reads many connections, with one thread selecting at a time.
 *
 * <p>Usually that is the selector's own thread. It has to wake the thread that a frame lets in,
 * which takes as long as the frame's way through the system. So while locks are waited for often,
 * the waiting threads select themselves, and the thread that waits reads the frame that ends its
 * wait. The selector's own thread rests meanwhile, and checks every millisecond whether a thread
 * still waits; so a frame is never unread for longer than that.
 *
 * <p>Which thread selects matters for speed only: the selector's own thread takes over from any
 * other.
 */
final class SharedSelector implements AutoCloseable {

  /** This many waits within {@link #SHORT} make it worthwhile that waiting threads select. */
  private static final int MANY = 4;

  private static final long SHORT = Duration.ofMillis(20).toNanos();

  private static final long REST = Duration.ofMillis(1).toNanos();

  /** A connection; {@link #read} is called when there is something to read, and must not throw. */
  interface Connection {
    void read();
  }

  private final Selector selector;
  private final Thread own;

  /** Whether a thread selects. */
  private final AtomicBoolean attended = new AtomicBoolean();

  /** The waiting thread that selects. */
  @SuppressWarnings("NullAway") // null until the first one does
  private volatile Thread listener;

  /** Whether waiting threads are to select. */
  private volatile boolean resting;

  /** How often a thread has begun to wait; it may wrap around. */
  private final AtomicInteger waits = new AtomicInteger();

  /** The threads that wait while another one selects. */
  private final Queue<Thread> waiting = new ConcurrentLinkedQueue<>();

  private volatile boolean closed;

  SharedSelector() throws IOException {
    this.selector = Selector.open();
    this.own = Thread.ofPlatform().daemon().name("sluice-selector").start(this::run);
  }

  /** Reads the connection from now on, whenever there is something to read. */
  void add(SocketChannel channel, Connection connection) throws IOException {
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_READ, connection);
    selector.wakeup();
  }

  /**
   * The calling thread waits, and may select meanwhile.
   *
   * @param over whether it need not wait any more; asked after each read and after {@link #rouse}
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

  /** Waits while another thread selects, and is woken when none does. */
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

  /** Ends the wait of a thread, if it is the one that selects. */
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
   * @param millis how long to wait for something to read; 0 for no limit
   */
  private void listen(long millis) {
    try {
      selector.select(key -> ((Connection) key.attachment()).read(), millis);
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
