package io.sluice.cli.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A process that a command has started, and the processes that it has started in turn. */
public final class ProcessTree {

  private static final long LOOK_MILLIS = 50;

  /** How long the kernel may take to end a process; more only in the middle of a call to it. */
  private static final Duration KILLED = Duration.ofSeconds(1);

  private ProcessTree() {}

  /**
   * Ends all of them: with SIGTERM, and with SIGKILL those that are still alive when the grace is
   * over. What they start meanwhile, as to clean up, gets no SIGTERM, but the SIGKILL too. All get
   * it at once if this is interrupted, or {@code meanwhile} fails.
   *
   * @param meanwhile run again and again while they have grace
   */
  public static void end(Process process, Duration grace, Runnable meanwhile)
      throws InterruptedException {
    var known = new LinkedHashSet<ProcessHandle>();
    known.add(process.toHandle());
    addDescendants(known);
    try {
      known.forEach(ProcessHandle::destroy);
      long deadline = System.nanoTime() + grace.toNanos();
      while (isAnyAlive(known) && deadline - System.nanoTime() > 0) {
        pause(process);
        // Often, since the children of one that ends have another parent, and are not found then.
        addDescendants(known);
        meanwhile.run();
      }
    } finally {
      known.forEach(ProcessHandle::destroyForcibly);
    }
    long last = System.nanoTime() + KILLED.toNanos();
    while (isAnyAlive(known) && last - System.nanoTime() > 0) {
      pause(process);
    }
  }

  /** Until it is time for another look, or the process has ended just now. */
  private static void pause(Process process) throws InterruptedException {
    if (process.isAlive()) {
      var _ = process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
    } else {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  /** In one pass over all processes, however large the tree is. */
  private static void addDescendants(Set<ProcessHandle> known) {
    var parents = new HashMap<ProcessHandle, ProcessHandle>();
    ProcessHandle.allProcesses()
        .forEach(each -> each.parent().ifPresent(parent -> parents.put(each, parent)));
    boolean grows = true;
    while (grows) {
      grows = false;
      for (Map.Entry<ProcessHandle, ProcessHandle> child : parents.entrySet()) {
        if (known.contains(child.getValue())) {
          grows |= known.add(child.getKey());
        }
      }
    }
  }

  private static boolean isAnyAlive(Set<ProcessHandle> known) {
    return known.stream().anyMatch(ProcessTree::isAlive);
  }

  /**
   * Not one that has ended and waits for its parent to notice: in a container whose first process
   * does not, it waits until the container ends.
   */
  private static boolean isAlive(ProcessHandle process) {
    if (!process.isAlive()) {
      return false;
    }
    var stat = Path.of("/proc", Long.toString(process.pid()), "stat");
    try {
      return !Files.exists(stat) || !Files.readString(stat).contains(") Z ");
    } catch (IOException e) {
      return process.isAlive();
    }
  }
}
