package io.sluice.locks;

import io.sluice.cluster.runtime.Request;

/**
 * The lock is no longer held, although it has not been released: its node was cut off from the
 * others for longer than its lease, or has been closed. Other holders may have entered since; they
 * have higher fencing numbers.
 */
public final class LockLostException extends IllegalMonitorStateException {

  private static final long serialVersionUID = 1;

  private final String why;

  private LockLostException(String lock, String why) {
    super("lock '%s' was lost: %s".formatted(lock, why));
    this.why = why;
  }

  /** Why it was lost, without the lock's name; for people. */
  public String why() {
    return why;
  }

  static LockLostException of(Request lost) {
    return new LockLostException(lost.resource().name(), lost.why());
  }

  /** Before the node itself has noticed. */
  static LockLostException ofExpired(String lock) {
    return new LockLostException(
        lock, "its node has not heard from enough other nodes for longer than its lease");
  }
}
