package io.sluice.bench.locks.service;

import io.sluice.bench.process.Children;
import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.Sluice;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Sluice over TCP: every client a node, and no server. */
public final class SluiceLocks implements LockService {

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final Duration JOIN_LIMIT = Duration.ofMinutes(2);

  /** Long: a JVM that has just started on a busy core may be silent for seconds. */
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
    var sluice =
        Sluice.named(address)
            .over(Tcp.loopback())
            .lease(LEASE)
            .nodeName("contender-" + self)
            .join();
    if (!sluice.awaitMembership(JOIN_LIMIT)) {
      throw new IllegalStateException(
          "did not join the cluster within " + JOIN_LIMIT.toSeconds() + " s");
    }
    return new Client(sluice);
  }

  private record Client(Sluice sluice) implements LockClient {

    @Override
    public void awaitPeers(int clients) {
      while (sluice.view().members().size() < clients) {
        LockSupport.parkNanos(POLL_NANOS);
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
    public void visit(int number) throws Exception {
      var lock = MeasuredLock.of(sluice.lock("idle-" + number));
      lock.acquire();
      lock.release();
    }
  }
}
