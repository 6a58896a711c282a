package io.sluice.cli.environment;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.concurrent.TimeUnit;

/** A process that a command has started, and the processes that it has started in turn. */
public final class ProcessTree {

  private static final long LOOK_MILLIS = 50;

  private ProcessTree() {}

  /**
   * Ends all of them: with SIGTERM, and with SIGKILL those that are still alive when the first has
   * ended or the grace is over, also those that were started during the grace.
   *
   * @param meanwhile run again and again while they have grace
   */
  public static void end(Process process, Duration grace, Runnable meanwhile)
      throws InterruptedException {
    var descendants = new LinkedHashSet<>(process.descendants().toList());
    process.destroy();
    descendants.forEach(ProcessHandle::destroy);
    long deadline = System.nanoTime() + grace.toNanos();
    while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      // Before it ends: then they have another parent, and cannot be found any more.
      process.descendants().forEach(descendants::add);
      if (deadline - System.nanoTime() <= 0) {
        process.destroyForcibly();
        break;
      }
      meanwhile.run();
    }
    descendants.forEach(ProcessHandle::destroyForcibly);
  }
}
