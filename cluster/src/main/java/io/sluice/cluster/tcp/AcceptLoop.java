package io.sluice.cluster.tcp;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts connections until told to stop. While that fails, as in a process that is out of file
 * descriptors, it tries again at growing intervals instead of at once, and logs so once.
 */
final class AcceptLoop<S extends Socket> {

  private static final Logger LOG = LoggerFactory.getLogger(AcceptLoop.class);

  private static final long FIRST_PAUSE = Duration.ofMillis(10).toNanos();
  private static final long LONGEST_PAUSE = Duration.ofSeconds(1).toNanos();

  /** A single failure may be a peer that hung up early; this many in a row are worth a warning. */
  private static final int FAILURES_TO_WARN = 3;

  /** Waits for the next connection. */
  interface Source<S extends Socket> {
    S accept() throws IOException;
  }

  private final Source<S> source;
  private final BooleanSupplier stopped;
  private int failures;

  AcceptLoop(Source<S> source, BooleanSupplier stopped) {
    this.source = source;
    this.stopped = stopped;
  }

  /** Passes each connection to {@code accepted}, which must not block. */
  void run(Consumer<S> accepted) {
    while (!stopped.getAsBoolean()) {
      try {
        var socket = source.accept();
        succeeded();
        accepted.accept(socket);
      } catch (IOException e) {
        if (!stopped.getAsBoolean()) {
          failed(e);
        }
      }
    }
  }

  private void succeeded() {
    if (failures >= FAILURES_TO_WARN) {
      LOG.info("accepting connections again");
    }
    failures = 0;
  }

  private void failed(IOException why) {
    failures++;
    if (failures == FAILURES_TO_WARN) {
      LOG.warn("cannot accept connections, trying again until it works: {}", why.toString());
    } else {
      LOG.debug("cannot accept a connection", why);
    }
    LockSupport.parkNanos(pause());
  }

  private long pause() {
    long pause = FIRST_PAUSE;
    for (int i = 1; i < failures && pause < LONGEST_PAUSE; i++) {
      pause *= 2;
    }
    return Math.min(pause, LONGEST_PAUSE);
  }
}
