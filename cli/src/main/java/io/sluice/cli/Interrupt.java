package io.sluice.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Ctrl-C. The JVM, once told to end, runs its hooks while all else goes on: ours asks the command
 * to stop and leaves it a moment to say how far it came. The JVM then exits with 130 by itself.
 */
public final class Interrupt implements BooleanSupplier {

  private static final long PATIENCE_SECONDS = 3;

  private final CountDownLatch finished = new CountDownLatch(1);
  private volatile boolean requested;

  /** Begins to listen. */
  void listen() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "interrupt"));
  }

  private void stop() {
    request();
    try {
      var _ = finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Asks the command to stop. */
  void request() {
    requested = true;
  }

  /** The command has said everything. */
  public void finish() {
    finished.countDown();
  }

  /** Whether the command shall stop. */
  @Override
  public boolean getAsBoolean() {
    return requested;
  }
}
