package io.sluice.cli.environment;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Ctrl-C, or any other end of the JVM from outside. The shutdown hook asks the command to stop and
 * gives it a few seconds to print how far it came, while its threads still run. The JVM then exits
 * with code 130 by itself.
 */
public final class Interrupt implements BooleanSupplier {

  private static final long GRACE_SECONDS = 3;

  private final CountDownLatch finished = new CountDownLatch(1);
  private volatile boolean requested;

  /** Whether Ctrl-C or SIGTERM has come. */
  private volatile boolean asked;

  private boolean listening;

  /** Registers the shutdown hook. */
  public void listen() {
    Runtime.getRuntime()
        .addShutdownHook(
            // Not a lambda, which would have to be linked at every start.
            new Thread("interrupt") {
              @Override
              public void run() {
                Interrupt.this.stop();
              }
            });
    listening = true;
  }

  /**
   * Gives the command all the time it needs to stop: from now on the first Ctrl-C or SIGTERM only
   * asks for it, and the second one ends the JVM at once. A terminal that is closed asks for it,
   * too; it never ends the JVM, since shell and kernel may both say so. The command must return
   * {@link Exit#INTERRUPTED} itself. Where the JVM cannot handle signals, the few seconds remain.
   */
  public void letFinish() {
    if (listening) {
      ControlC.handle(this::again, List.of("INT", "TERM"));
      ControlC.handle(this::request, List.of("HUP"));
    }
  }

  private void again() {
    if (asked) {
      Runtime.getRuntime().halt(Exit.INTERRUPTED);
    }
    asked = true;
    request();
  }

  private void stop() {
    request();
    try {
      var _ = finished.await(GRACE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Asks the command to stop. */
  public void request() {
    requested = true;
  }

  /** Tells the shutdown hook that the command has printed everything. */
  public void finish() {
    finished.countDown();
  }

  /** Whether the command should stop. */
  @Override
  public boolean getAsBoolean() {
    return requested;
  }
}
