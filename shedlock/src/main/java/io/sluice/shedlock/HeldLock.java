package io.sluice.shedlock;

import java.util.Optional;
import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;

/** What ShedLock has of a {@link Hold}: used once, for unlocking it or for extending it. */
final class HeldLock extends AbstractSimpleLock {

  private final Hold hold;

  HeldLock(Hold hold, LockConfiguration configuration) {
    super(configuration);
    this.hold = hold;
  }

  @Override
  protected void doUnlock() {
    hold.unlock(lockConfiguration);
  }

  @Override
  protected Optional<SimpleLock> doExtend(LockConfiguration next) {
    return hold.extend(lockConfiguration, next);
  }
}
