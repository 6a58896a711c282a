package io.sluice.bench.locks.service;

import io.sluice.bench.process.Children;
import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.Sluice;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Sluice over TCP: every client a node, and no server. */
public final class SluiceLocks implements LockService {

  private static final String AT = "@";

  /** How many processes fit on a host at the ports that follow from a cluster's name. */
  private static final int USUAL_PORTS = 32;

  /** Where larger clusters listen: below what the system gives to clients. */
  private static final int MANY_PORTS = 30_000;

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

  /** The address is the cluster's name and where its processes listen. */
  @Override
  public String start(Children children, int clients) {
    String cluster = "bench-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
    return clients <= USUAL_PORTS
        ? cluster + AT + "127.0.0.1"
        : "%s%s127.0.0.1:%d-%d".formatted(cluster, AT, MANY_PORTS, MANY_PORTS + clients - 1);
  }

  @Override
  public LockClient open(String address, int self) throws Exception {
    return new Client(join(address, "contender-" + self));
  }

  /** A new member; the caller closes it. */
  public static Sluice join(String address, String name) throws Exception {
    int at = address.indexOf(AT);
    var sluice =
        Sluice.named(address.substring(0, at))
            .over(Tcp.at(address.substring(at + 1)))
            .lease(LEASE)
            .nodeName(name)
            .join();
    if (!sluice.awaitMembership(JOIN_LIMIT)) {
      sluice.close();
      throw new IllegalStateException(
          "did not join the cluster within " + JOIN_LIMIT.toSeconds() + " s");
    }
    return sluice;
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
