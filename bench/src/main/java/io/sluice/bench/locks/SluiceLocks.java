package io.sluice.bench.locks;

import io.sluice.locks.Sluice;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Sluice over TCP: every client a node, and no server. */
public final class SluiceLocks implements LockService {

  private static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(10);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** A cold virtual machine on a busy core may say nothing for seconds; nobody is to be lost. */
  private static final Duration LEASE = Duration.ofSeconds(30);

  @Override
  public String name() {
    return "sluice";
  }

  @Override
  public String title() {
    return "**Sluice**, no server, `DistributedLock`";
  }

  @Override
  public boolean readWrite() {
    return true;
  }

  @Override
  public boolean manyLocks() {
    return true;
  }

  /** The address is the cluster's name, from which the ports follow. */
  @Override
  public String start(Children children, int clients) {
    return "bench-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
  }

  @Override
  public LockClient open(String address, int self) throws Exception {
    var sluice = Sluice.named(address).cluster().lease(LEASE).nodeName("contender-" + self).join();
    if (!sluice.awaitMembership(PATIENCE)) {
      throw new IllegalStateException("never a member");
    }
    return new Client(sluice);
  }

  private record Client(Sluice sluice) implements LockClient {

    @Override
    public void meet(int clients) {
      while (sluice.view().members().size() < clients) {
        LockSupport.parkNanos(LOOK_AGAIN);
      }
    }

    @Override
    public MeasuredLock exclusive() {
      return MeasuredLock.of(sluice.lock("exclusive"));
    }

    @Override
    public MeasuredLock reading() {
      return MeasuredLock.of(sluice.readWriteLock("shared").readLock());
    }

    @Override
    public MeasuredLock writing() {
      return MeasuredLock.of(sluice.readWriteLock("shared").writeLock());
    }

    @Override
    public void visit(int lock) throws Exception {
      var door = MeasuredLock.of(sluice.lock("idle-" + lock));
      door.enter();
      door.leave();
    }
  }
}
