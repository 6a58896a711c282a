package io.sluice.cli;

/** What the command's exit status means. */
public final class Exit {

  public static final int FINE = 0;

  /** The check or run found an error in the protocol. */
  public static final int VIOLATION = 1;

  static final int BAD_USAGE = 2;

  /** It ended before it was complete, with nothing found until then, or could not start. */
  public static final int INCOMPLETE = 3;

  /** The lock was not to be had in time. */
  public static final int NOT_IN_TIME = 75;

  /** The lock was lost while the command ran. */
  public static final int LOST = 76;

  public static final int INTERRUPTED = 130;

  private Exit() {}
}
