package io.sluice.streams.source;

import io.sluice.streams.Source.Reader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;

/**
 * Reads lines on a daemon thread of its own, since reading may have to wait. A bounded queue is
 * between that thread and the one that takes the lines.
 *
 * <p>{@link #close} interrupts the thread, but does not wait for it: a thread that waits for
 * standard input cannot be interrupted. It ends at the next line.
 */
final class LineThread implements Reader<String> {

  private static final int CHUNK = 128;
  private static final int CAPACITY = 8 * CHUNK;

  private static final long SHORTEST_WAIT = 100_000;
  private static final long LONGEST_WAIT = 5_000_000;

  /** Opens the stream, which may have to wait, too. */
  interface Opening {
    InputStream open() throws IOException;
  }

  private final String name;
  private final Opening opening;
  private final BlockingQueue<String> queue = new ArrayBlockingQueue<>(CAPACITY);
  private final Thread thread;
  private long wait = SHORTEST_WAIT;

  private volatile boolean closed;

  /** Set when the last line is in the queue. */
  private volatile boolean ended;

  /** Set before that. */
  private volatile Optional<Exception> failure = Optional.empty();

  private LineThread(String name, Opening opening) {
    this.name = name;
    this.opening = opening;
    this.thread = Thread.ofPlatform().daemon().name("sluice-lines").unstarted(this::readAll);
  }

  static LineThread start(String name, Opening opening) {
    var reading = new LineThread(name, opening);
    reading.thread.start();
    return reading;
  }

  private void readAll() {
    try (var lines = new Lines(name, opening.open())) {
      for (var line = lines.next(); line.isPresent() && !closed; line = lines.next()) {
        queue.put(line.get());
      }
    } catch (InterruptedException e) {
      // Closed: this thread ends.
    } catch (IOException | RuntimeException e) {
      failure = Optional.of(e);
    } finally {
      ended = true;
    }
  }

  @Override
  public long read(Consumer<? super String> records) throws Exception {
    boolean last = ended;
    var lines = new ArrayList<String>(CHUNK);
    if (queue.drainTo(lines, CHUNK) > 0) {
      lines.forEach(records);
      wait = SHORTEST_WAIT;
      return 0;
    }
    if (last && failure.isPresent()) {
      throw failure.get();
    }
    if (last) {
      return END;
    }
    long now = wait;
    wait = Math.min(2 * wait, LONGEST_WAIT);
    return now;
  }

  /** Whether the thread has nothing to do any more. */
  boolean hasEnded() {
    return ended;
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
