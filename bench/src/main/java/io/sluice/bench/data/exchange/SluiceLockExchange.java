package io.sluice.bench.data.exchange;

import io.sluice.locks.Sluice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.Lock;

/** The lock that data moves with, and no data: what a hand-over costs before any byte moves. */
final class SluiceLockExchange implements Exchange {

  private final Sluice sluice;
  private final Lock lock;
  private final MemorySegment own;

  SluiceLockExchange(Sluice sluice, long size) {
    this.sluice = sluice;
    this.lock = sluice.readWriteLock("exchanged").writeLock();
    this.own = Arena.global().allocate(size);
  }

  @Override
  public void awaitPeers(int clients) {
    SluiceExchange.awaitPeers(sluice, clients);
  }

  @Override
  @SuppressWarnings("LockNotBeforeTry") // released in leave
  public MemorySegment enter(boolean first) {
    lock.lock();
    return own;
  }

  @Override
  public void leave(Changes changes, boolean last) {
    lock.unlock();
  }
}
