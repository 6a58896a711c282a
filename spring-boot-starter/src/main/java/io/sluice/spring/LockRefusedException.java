package io.sluice.spring;

/**
 * A method with {@link SluiceLock} has not run, because its lock was not granted in the time that
 * the annotation allows, or because the thread was interrupted while it waited; then its interrupt
 * status is set.
 */
public final class LockRefusedException extends RuntimeException {

  LockRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
