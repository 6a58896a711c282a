package io.sluice.cluster.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What goes to one peer, in order. Whoever sends writes to the socket itself, as long as the system
 * takes it at once: so a frame crosses no thread here. What it does not take waits in a queue,
 * which another thread empties; so nobody who sends ever waits for a peer. A peer for which the
 * queue gets too long is given up.
 */
final class OutgoingConnection {

  private static final Logger LOG = LoggerFactory.getLogger(OutgoingConnection.class);

  /** More than a living peer leaves unread, and little enough for many peers at a time. */
  static final int MOST_QUEUED = 4 << 20;

  /** How to reach the peer. */
  interface Connector {
    ConnectionFactory.Line connect() throws IOException;
  }

  private final Runnable ended;

  // All that follows is guarded by this object.

  private final ArrayDeque<ByteBuffer> queue = new ArrayDeque<>();
  private long queued;
  private Optional<Connector> connector = Optional.empty();

  @SuppressWarnings("NullAway") // not connected yet
  private ConnectionFactory.Line line;

  private boolean emptying;
  private boolean closed;

  /**
   * @param ended told once, when something may have been lost on the way to the peer
   */
  OutgoingConnection(Runnable ended) {
    this.ended = ended;
  }

  /** Says how to reach the peer; what has been sent waits for that. */
  synchronized void at(Connector how) {
    if (connector.isEmpty()) {
      connector = Optional.of(how);
      emptyIfDue();
    }
  }

  void send(ByteBuffer bytes) {
    boolean lost;
    synchronized (this) {
      lost = !closed && !take(bytes);
    }
    if (lost) {
      fail(new IOException("it does not read what it is sent"));
    }
  }

  /** False if the peer has to be given up. */
  private boolean take(ByteBuffer bytes) {
    if (line != null && !emptying) {
      try {
        line.offer(bytes);
      } catch (IOException e) {
        LOG.debug("a connection has ended", e);
        return false;
      }
      if (!bytes.hasRemaining()) {
        return true;
      }
    }
    queue.add(bytes);
    queued += bytes.remaining();
    emptyIfDue();
    return queued <= MOST_QUEUED;
  }

  private void emptyIfDue() {
    if (!emptying && connector.isPresent() && !queue.isEmpty()) {
      emptying = true;
      Thread.startVirtualThread(this::empty);
    }
  }

  private void empty() {
    try {
      var to = connected();
      for (var next = next(); next.isPresent(); next = next()) {
        to.write(next.get());
      }
    } catch (IOException | RuntimeException e) {
      // A peer may have named a port that there cannot be.
      fail(e);
    }
  }

  private ConnectionFactory.Line connected() throws IOException {
    Connector how;
    synchronized (this) {
      if (line != null) {
        return line;
      }
      how = connector.orElseThrow();
    }
    var made = how.connect();
    synchronized (this) {
      line = made;
      if (closed) {
        made.close();
      }
    }
    return made;
  }

  /** The next to be written; whoever sends after the last one writes by itself again. */
  private synchronized Optional<ByteBuffer> next() {
    var next = Optional.ofNullable(queue.poll());
    next.ifPresent(bytes -> queued -= bytes.remaining());
    emptying = next.isPresent();
    return next;
  }

  private void fail(Exception why) {
    if (close()) {
      LOG.debug("a peer is given up", why);
      ended.run();
    }
  }

  /** Whether it was open. */
  synchronized boolean close() {
    boolean was = !closed;
    closed = true;
    queue.clear();
    if (line != null) {
      try {
        line.close();
      } catch (IOException e) {
        LOG.trace("closing", e);
      }
    }
    return was;
  }
}
