package io.sluice.cluster.data;

import io.sluice.cluster.Member;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection on which another member sends its next version, once for each time it is asked. A
 * thread waits there for the bytes, so that asking wakes none. Without use it ends after a while;
 * whoever needs a version then reads it like any other.
 */
final class Subscription implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(Subscription.class);

  private static final Duration LONGEST_REST = Duration.ofSeconds(5);

  /** Opens the connection. */
  @FunctionalInterface
  interface Opening {
    ByteChannel open() throws IOException;
  }

  /** Learns what has come of it; called by its thread. */
  interface Listener {
    void received(Subscription from, SealedVersion version);

    void ended(Subscription subscription);
  }

  private final Member source;
  private final Opening opening;
  private final Listener listener;

  // Guarded by this.

  /** When a version came last, as {@link System#nanoTime}. */
  private long lastUse = System.nanoTime();

  private Optional<ByteChannel> channel = Optional.empty();
  private Optional<Fetch> asked = Optional.empty();
  private boolean hastened;
  private boolean over;

  Subscription(Member source, Opening opening, Listener listener) {
    this.source = source;
    this.opening = opening;
    this.listener = listener;
  }

  Member source() {
    return source;
  }

  /** Whether it has been asked and has neither answered nor ended. */
  synchronized boolean isAsked() {
    return asked.isPresent();
  }

  /**
   * Asks for the next version, unless that was done before.
   *
   * @param fetch takes the bytes
   */
  synchronized void ask(Fetch fetch) {
    if (over || asked.isPresent()) {
      fetch.close();
      return;
    }
    asked = Optional.of(fetch);
    hastened = false;
    channel.ifPresent(to -> send(to, fetch, Serving.NEXT));
  }

  /**
   * The version that the source has is needed now, if this was asked and has not answered: the
   * source may have got that version in another way than by a commit of its own.
   */
  synchronized void hasten() {
    if (asked.isPresent()) {
      hastened = true;
      channel.ifPresent(to -> send(to, asked.get(), Serving.NOW));
    }
  }

  private void send(ByteChannel to, Fetch fetch, byte kind) {
    try {
      fetch.ask(to, kind);
    } catch (IOException e) {
      LOG.debug("asking {} for its next version failed", source, e);
      close(to); // Its thread notices.
    }
  }

  @Override
  public void run() {
    try (var opened = opening.open()) {
      if (begin(opened)) {
        watch(opened);
        while (true) {
          receive(opened);
        }
      }
    } catch (IOException e) {
      LOG.debug("the connection on which {} sends versions has ended", source, e);
    } finally {
      end();
      listener.ended(this);
    }
  }

  private synchronized boolean begin(ByteChannel opened) {
    channel = Optional.of(opened);
    asked.ifPresent(fetch -> send(opened, fetch, Serving.NEXT));
    if (hastened) {
      hasten();
    }
    return !over;
  }

  private void receive(ByteChannel from) throws IOException {
    var head = Fetch.newHead();
    if (from.read(head) < 0) {
      throw new EOFException("the other node has closed the connection");
    }
    var fetch = current();
    var found = fetch.answer(from, head);
    if (found.isEmpty()) {
      throw new IOException("the version was replaced while it was read");
    }
    synchronized (this) {
      asked = Optional.empty();
      lastUse = System.nanoTime();
    }
    fetch.close();
    listener.received(this, found.get());
  }

  private synchronized Fetch current() throws IOException {
    return asked.orElseThrow(() -> new IOException("bytes that nobody has asked for"));
  }

  /** Ends the connection when nothing has happened for a while. */
  private void watch(ByteChannel opened) {
    Executor later = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);
    later.execute(
        () -> {
          if (isAtRest()) {
            close(opened);
          } else if (opened.isOpen()) {
            watch(opened);
          }
        });
  }

  private synchronized boolean isAtRest() {
    long last = asked.map(Fetch::lastProgress).orElse(lastUse);
    return System.nanoTime() - last > LONGEST_REST.toNanos();
  }

  private synchronized void end() {
    over = true;
    asked.ifPresent(Fetch::close);
    asked = Optional.empty();
  }

  /** Ends it; what it has been asked for does not come any more. */
  synchronized void cancel() {
    over = true;
    channel.ifPresent(Subscription::close);
  }

  private static void close(ByteChannel opened) {
    try {
      opened.close();
    } catch (IOException e) {
      LOG.trace("closing", e);
    }
  }
}
