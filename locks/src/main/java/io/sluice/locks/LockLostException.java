package io.sluice.locks;

import io.sluice.cluster.runtime.Request;

/**
 * The lock is no longer held, although it has not been released: its node was cut off from the
 * others for longer than its lease, or has been closed. Other holders may have entered since; they
 * have higher fencing numbers.
 */
public final class LockLostException extends IllegalMonitorStateException {

  private LockLostException(String lock, String why) {
    super("lock '%s' was lost: %s".formatted(lock, why));
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
