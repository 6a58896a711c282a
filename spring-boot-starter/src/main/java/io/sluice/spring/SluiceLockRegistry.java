package io.sluice.spring;

import io.sluice.locks.DistributedLock;
import io.sluice.locks.Sluice;
import org.springframework.integration.support.locks.LockRegistry;

/**
 * The cluster's locks for Spring Integration: a key stands for the lock whose name is the key's
 * text.
 *
 * <pre>{@code
 * registry.executeLocked("invoice-42", () -> send(42));
 * }</pre>
 *
 * <p>The locks are {@link DistributedLock}s: a thread that unlocks a lock that was lost gets {@code
 * LockLostException}.
 */
public final class SluiceLockRegistry implements LockRegistry<DistributedLock> {

  private final Sluice sluice;

  /** The locks of that node's cluster. */
  public SluiceLockRegistry(Sluice sluice) {
    this.sluice = sluice;
  }

  /**
   * The lock of that key.
   *
   * @param key a text, a number or an enum constant: something whose text is the same everywhere
   */
  @Override
  public DistributedLock obtain(Object key) {
    return sluice.lock(key.toString());
  }
}
