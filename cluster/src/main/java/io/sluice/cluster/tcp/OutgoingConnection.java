package io.sluice.cluster.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to one peer; frames arrive in the order in which they were sent. The sending
 * thread writes to the socket itself as long as the system takes the bytes at once, so that a frame
 * crosses no thread here. Otherwise the frame waits in a queue that another thread empties, so a
 * sender never waits for a peer.
 *
 * <p>A peer that does not read is given up: when more than {@link #MOST_QUEUED} bytes wait for it.
 * The frames of a census, whose length nothing bounds, do not count, as long as the peer reads at
 * all: with more than that in the queue it must take a frame every {@link #LONGEST_STALL}. Given up
 * is also a peer to which no frame gets for a long time, however few wait ({@link
 * #giveUpIfStalled}): it may still answer pings, which go another way, and then nothing else would
 * ever show it.
 */
final class OutgoingConnection {

  private static final Logger LOG = LoggerFactory.getLogger(OutgoingConnection.class);

  /** More than a living peer leaves unread, and little enough for many peers at a time. */
  static final int MOST_QUEUED = 4 << 20;

  private static final Duration LONGEST_STALL = Duration.ofSeconds(5);

  /** A frame that waits, and whether it belongs to a census. */
  private record Queued(ByteBuffer bytes, boolean census) {}

  /** How to reach the peer. */
  interface Connector {
    ConnectionFactory.Output connect() throws IOException;
  }

  private final Runnable ended;

  // All that follows is guarded by this object.

  private final ArrayDeque<Queued> queue = new ArrayDeque<>();

  /** The bytes in the queue, and how many of them belong to a census. */
  private long queuedBytes;

  private long censusBytes;

  /** When the last frame was taken from the queue, or the queue began to fill. */
  private long progressAt;

  private Optional<Connector> connector = Optional.empty();

  @SuppressWarnings("NullAway") // not connected yet
  private ConnectionFactory.Output output;

  private boolean emptying;
  private boolean closed;

  /**
   * @param ended called once, when a frame to the peer may have been lost
   */
  OutgoingConnection(Runnable ended) {
    this.ended = ended;
  }

  /** Sets how to reach the peer; until then frames wait in the queue. */
  synchronized void at(Connector how) {
    if (connector.isEmpty()) {
      connector = Optional.of(how);
      emptyIfDue();
    }
  }

  /**
   * @param census whether the frame belongs to a census
   */
  void send(ByteBuffer bytes, boolean census) {
    boolean lost;
    synchronized (this) {
      lost = !closed && !take(bytes, census);
    }
    if (lost) {
      fail(new IOException("the peer does not read what it is sent"));
    }
  }

  /** False if the peer has to be given up. */
  private boolean take(ByteBuffer bytes, boolean census) {
    if (output != null && !emptying) {
      try {
        output.offer(bytes);
      } catch (IOException e) {
        LOG.debug("a connection has ended", e);
        return false;
      }
      if (!bytes.hasRemaining()) {
        return true;
      }
    }
    if (queue.isEmpty()) {
      progressAt = System.nanoTime();
    }
    var last = new Queued(bytes, census);
    queue.add(last);
    count(last, 1);
    emptyIfDue();
    return isReading();
  }

  private void count(Queued frame, int sign) {
    int bytes = frame.bytes().remaining() * sign;
    queuedBytes += bytes;
    censusBytes += frame.census() ? bytes : 0;
  }

  private boolean isReading() {
    return queuedBytes <= MOST_QUEUED
        || (queuedBytes - censusBytes <= MOST_QUEUED
            && System.nanoTime() - progressAt <= LONGEST_STALL.toNanos());
  }

  /** Gives the peer up if frames have waited for it since before that time, and none could go. */
  void giveUpIfStalled(long before) {
    boolean stalled;
    synchronized (this) {
      stalled = !closed && (emptying || !queue.isEmpty()) && progressAt - before < 0;
    }
    if (stalled) {
      fail(new IOException("no frame gets to the peer"));
    }
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

  private ConnectionFactory.Output connected() throws IOException {
    Connector how;
    synchronized (this) {
      if (output != null) {
        return output;
      }
      how = connector.orElseThrow();
    }
    var made = how.connect();
    synchronized (this) {
      output = made;
      if (closed) {
        made.close();
      }
    }
    return made;
  }

  /** The next frame to be written; after the last one senders write by themselves again. */
  private synchronized Optional<ByteBuffer> next() {
    Queued next = queue.poll();
    emptying = next != null;
    if (next == null) {
      return Optional.empty();
    }
    count(next, -1);
    progressAt = System.nanoTime();
    return Optional.of(next.bytes());
  }

  private void fail(Exception why) {
    if (close()) {
      LOG.debug("gave up a peer", why);
      ended.run();
    }
  }

  /** Whether it was open. */
  synchronized boolean close() {
    boolean was = !closed;
    closed = true;
    queue.clear();
    if (output != null) {
      try {
        output.close();
      } catch (IOException e) {
        LOG.trace("closing", e);
      }
    }
    return was;
  }
}
