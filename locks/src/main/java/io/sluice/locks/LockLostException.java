package io.sluice.locks;

import io.sluice.cluster.runtime.Request;

/**
 * The lock is no longer held, although its holder has not released it: its node was cut off from
 * the others for longer than its lease, has been closed or has failed, the lock was released by
 * force, or it was held for the longest time that the holder has asked for. {@link #why} says
 * which. Other holders may have entered since; they have higher fencing numbers.
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
