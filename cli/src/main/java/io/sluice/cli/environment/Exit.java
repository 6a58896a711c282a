package io.sluice.cli.environment;

/** The exit codes of the command. */
public final class Exit {

  public static final int FINE = 0;

  /** The check or run found an error in the protocol, or a pipeline failed. */
  public static final int VIOLATION = 1;

  /** The command line is wrong, or names a file that cannot be read or written. */
  public static final int BAD_USAGE = 2;

  /** The command could not start, or ended early without having found an error. */
  public static final int INCOMPLETE = 3;

  /** The lock was not granted within the time given with {@code --wait}. */
  public static final int NOT_IN_TIME = 75;

  /** The lock was lost while the command ran. */
  public static final int LOST = 76;

  /** The command that the lock is for is not an executable file, as shells say. */
  public static final int NOT_EXECUTABLE = 126;

  /** There is no command that the lock is for, as shells say. */
  public static final int NO_SUCH_COMMAND = 127;

  /** Interrupted with Ctrl-C. */
  public static final int INTERRUPTED = 130;

  private Exit() {}
}
