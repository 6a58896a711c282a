package io.sluice.cli.environment;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A command of the user's, run as long as a lock is held. When it is lost, the command and its
 * child processes are ended: with SIGTERM, and those still alive after a while with SIGKILL.
 *
 * <p>Short commands pass here, so on the usual way it does without lambdas and formatters, which
 * would have to be linked or loaded at every start.
 */
public final class GuardedCommand implements AutoCloseable {

  public static final Duration GRACE = Duration.ofSeconds(2);

  private static final long LOOK_MILLIS = 50;

  /** How it ended. */
  public enum End {
    /** By itself. */
    EXITED,

    /** The lock was lost, and the command was ended, or not begun. */
    LOST,

    /** This process was asked to end, and has ended the command. */
    INTERRUPTED,

    /** It could not be started. */
    NOT_STARTED
  }

  /**
   * How it ended, and what to exit with.
   *
   * @param code the command's own if it ended by itself, and what shells exit with if it could not
   *     be started
   * @param why a sentence if it could not be started; if the lock was lost, how that sentence ends
   */
  public record Outcome(End end, int code, String why) {

    private static final Outcome LOST = new Outcome(End.LOST, Exit.LOST, "; the command was ended");
    private static final Outcome LOST_BEFORE =
        new Outcome(End.LOST, Exit.LOST, " before the command began");
    private static final Outcome INTERRUPTED = new Outcome(End.INTERRUPTED, Exit.INTERRUPTED, "");

    /** This process was asked to end. */
    public static Outcome interrupted() {
      return INTERRUPTED;
    }
  }

  /** What must be held while a command runs. */
  public interface Held {

    /** Whether it is held at this moment. */
    boolean valid();

    /** How long it stays held even if this process is cut off from now on; empty if always. */
    Optional<Duration> remaining();
  }

  /** A lock while a command runs under it. */
  public interface HeldLock extends Held {

    long fence();

    int unit();

    /** Why it was lost, for people; empty if it was not, or that is not known. */
    String whyLost();
  }

  private final List<String> command;
  private final Duration lease;
  private final Duration grace;
  private final Watchdog watchdog;

  /**
   * Starts what guards the command, but not yet the command.
   *
   * @param lease the lease of the node, after which others may hold the lock
   * @param grace how long the command may take to end when this process is asked to
   */
  public GuardedCommand(List<String> command, Duration lease, Duration grace) {
    this(command, lease, grace, new Watchdog());
    watchdog.start();
  }

  /**
   * Takes over what guards the command.
   *
   * @param watchdog has been started; is closed with this
   */
  public GuardedCommand(List<String> command, Duration lease, Duration grace, Watchdog watchdog) {
    this.command = command;
    this.lease = lease;
    this.grace = grace;
    this.watchdog = watchdog;
  }

  /**
   * Runs it under a lock, as {@code sluice lock} does, until it ends or has to.
   *
   * @param complain hears a sentence if the lock is lost, or the command cannot be started
   * @return what to exit with
   */
  public int underLock(
      String name, HeldLock lock, BooleanSupplier interrupted, Consumer<String> complain)
      throws InterruptedException {
    var outcome =
        run(
            Map.of(
                "SLUICE_FENCE", Long.toString(lock.fence()),
                "SLUICE_LOCK", name,
                "SLUICE_UNIT", Integer.toString(lock.unit())),
            lock,
            interrupted);
    switch (outcome.end()) {
      case LOST ->
          complain.accept(
              "lost lock '%s'%s%s".formatted(name, because(lock.whyLost()), outcome.why()));
      case NOT_STARTED -> complain.accept(outcome.why());
      case EXITED, INTERRUPTED -> {}
    }
    return outcome.code();
  }

  private static String because(String why) {
    return why.isEmpty() ? "" : " (" + why + ")";
  }

  /**
   * Runs it until it ends, or has to; once only.
   *
   * @param environment additional variables
   * @param lock the lock that must be held
   * @param interrupted whether this process is asked to end
   */
  public Outcome run(Map<String, String> environment, Held lock, BooleanSupplier interrupted)
      throws InterruptedException {
    var builder = new ProcessBuilder(command).inheritIO();
    builder.environment().putAll(environment);
    Process process;
    watchdog.await();
    // The shell may have been slow to start, and the lock been lost meanwhile.
    if (!lock.valid()) {
      return Outcome.LOST_BEFORE;
    }
    try {
      process = builder.start();
    } catch (IOException e) {
      return notStarted(e);
    }
    try {
      watchdog.guard(process, lease);
      return watch(process, lock, interrupted);
    } finally {
      // After an exception: the lock is released next, and the command must not go on without it.
      if (process.isAlive()) {
        end(process, GRACE, lock);
      }
    }
  }

  private Outcome watch(Process process, Held lock, BooleanSupplier interrupted)
      throws InterruptedException {
    watchdog.prolong(lock.remaining());
    while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      if (interrupted.getAsBoolean()) {
        end(process, grace, lock);
        return Outcome.INTERRUPTED;
      }
      var left = lock.remaining();
      if (!lock.valid()) {
        end(process, GRACE, lock);
        return Outcome.LOST;
      }
      watchdog.prolong(left);
    }
    return watchdog.hasActed() ? Outcome.LOST : new Outcome(End.EXITED, process.exitValue(), "");
  }

  private Outcome notStarted(IOException why) {
    // How Java reports ENOENT.
    boolean missing =
        Pattern.compile("error[:=] ?2\\b").matcher(String.valueOf(why.getMessage())).find();
    return new Outcome(
        End.NOT_STARTED,
        missing ? Exit.NO_SUCH_COMMAND : Exit.NOT_EXECUTABLE,
        "cannot run %s: %s"
            .formatted(
                command.getFirst(), missing ? "no such command" : "it is not an executable file"));
  }

  /** The watchdog ends it earlier if the lock is lost meanwhile. */
  private void end(Process process, Duration time, Held lock) throws InterruptedException {
    ProcessTree.end(process, time, () -> watchdog.prolong(lock.remaining()));
  }

  /** Ends what guards the command. */
  @Override
  public void close() {
    watchdog.close();
  }
}
