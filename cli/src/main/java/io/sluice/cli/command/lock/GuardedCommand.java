package io.sluice.cli.command.lock;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.environment.ProcessTree;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * A command of the user's, run as long as a lock is held. When it is lost, the command and its
 * child processes are ended: with SIGTERM, and those still alive after a while with SIGKILL.
 */
final class GuardedCommand {

  static final Duration GRACE = Duration.ofSeconds(2);

  private static final long LOOK_MILLIS = 50;

  /** How Java reports ENOENT. */
  private static final Pattern NO_SUCH_FILE = Pattern.compile("error[:=] ?2\\b");

  /** How it ended. */
  sealed interface Outcome {

    /** By itself. */
    record Exited(int code) implements Outcome {}

    /** The lock was lost, and the command was ended. */
    record Lost() implements Outcome {}

    /** This process was asked to end, and has ended the command. */
    record Interrupted() implements Outcome {}

    /**
     * It could not be started.
     *
     * @param code what shells exit with then
     */
    record NotStarted(String why, int code) implements Outcome {}
  }

  private final List<String> command;
  private final Duration lease;
  private final Duration grace;

  /**
   * @param lease the lease of the node, after which others may hold the lock
   * @param grace how long the command may take to end when this process is asked to
   */
  GuardedCommand(List<String> command, Duration lease, Duration grace) {
    this.command = command;
    this.lease = lease;
    this.grace = grace;
  }

  /**
   * Runs it until it ends, or has to.
   *
   * @param environment additional variables
   * @param held whether the lock is held at this moment
   * @param remaining how long it stays held even if this node is cut off from now on
   * @param interrupted whether this process is asked to end
   */
  Outcome run(
      Map<String, String> environment,
      BooleanSupplier held,
      Supplier<Optional<Duration>> remaining,
      BooleanSupplier interrupted)
      throws InterruptedException {
    var builder = new ProcessBuilder(command).inheritIO();
    builder.environment().putAll(environment);
    try (var watchdog = Watchdog.start(lease)) {
      Process process;
      try {
        process = builder.start();
      } catch (IOException e) {
        return notStarted(e);
      }
      watchdog.guard(process, remaining.get());
      while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        if (interrupted.getAsBoolean()) {
          end(process, grace, watchdog, remaining);
          return new Outcome.Interrupted();
        }
        var left = remaining.get();
        if (!held.getAsBoolean()) {
          end(process, GRACE, watchdog, remaining);
          return new Outcome.Lost();
        }
        watchdog.prolong(left);
      }
      return watchdog.hasActed() ? new Outcome.Lost() : new Outcome.Exited(process.exitValue());
    }
  }

  private Outcome notStarted(IOException why) {
    boolean missing = NO_SUCH_FILE.matcher(String.valueOf(why.getMessage())).find();
    return new Outcome.NotStarted(
        "cannot run %s: %s"
            .formatted(
                command.getFirst(), missing ? "no such command" : "it is not an executable file"),
        missing ? Exit.NO_SUCH_COMMAND : Exit.NOT_EXECUTABLE);
  }

  /** The watchdog ends it earlier if the lock is lost meanwhile. */
  private static void end(
      Process process, Duration grace, Watchdog watchdog, Supplier<Optional<Duration>> remaining)
      throws InterruptedException {
    ProcessTree.end(process, grace, () -> watchdog.prolong(remaining.get()));
  }
}
