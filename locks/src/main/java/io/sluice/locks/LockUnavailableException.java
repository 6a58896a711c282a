package io.sluice.locks;

import io.sluice.cluster.runtime.ProtocolMismatchException;
import io.sluice.cluster.runtime.Request;

/**
 * The lock cannot be acquired at this node, however long a caller waits: the node is closed, or
 * another node uses the lock's name for another kind of lock or runs it with another protocol. The
 * message says which, and what to do.
 */
public final class LockUnavailableException extends IllegalStateException {

  private LockUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }

  private LockUnavailableException(String message) {
    super(message);
  }

  static LockUnavailableException of(ProtocolMismatchException mismatch) {
    return new LockUnavailableException(LockKinds.explain(mismatch), mismatch);
  }

  /** A latch or barrier cannot be used. */
  static LockUnavailableException of(String name, Throwable why) {
    return why instanceof ProtocolMismatchException mismatch
        ? of(mismatch)
        : new LockUnavailableException(
            "'%s' is unavailable: %s".formatted(name, why.getMessage()), why);
  }

  static LockUnavailableException of(Request failed) {
    return failed
        .mismatch()
        .map(LockUnavailableException::of)
        .orElseGet(
            () ->
                new LockUnavailableException(
                    "lock '%s' is unavailable: %s"
                        .formatted(failed.resource().name(), failed.why())));
  }
}
