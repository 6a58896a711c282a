package io.sluice.locks;

/** The lock will never be had here: the node is closed, or nodes disagree about the protocol. */
public final class LockUnavailableException extends IllegalStateException {

  LockUnavailableException(String lock, String why) {
    super("the lock '%s' cannot be had: %s".formatted(lock, why));
  }
}
