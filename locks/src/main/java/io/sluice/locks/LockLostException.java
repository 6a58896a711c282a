package io.sluice.locks;

/**
 * The lock that a thread counts on is no longer its own: its node was cut off from the others for
 * longer than its lease, or has been closed. Others may have been inside since.
 */
public final class LockLostException extends IllegalMonitorStateException {

  LockLostException(String lock, String why) {
    super("the lock '%s' was lost: %s".formatted(lock, why));
  }
}
