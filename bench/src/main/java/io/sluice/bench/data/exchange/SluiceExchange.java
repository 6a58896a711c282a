package io.sluice.bench.data.exchange;

import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.DataHandle;
import io.sluice.locks.Pending;
import io.sluice.locks.ReadView;
import io.sluice.locks.Sluice;
import io.sluice.locks.WriteView;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Data that moves with its lock. */
public final class SluiceExchange implements Exchange {

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final Duration JOIN_LIMIT = Duration.ofMinutes(2);

  /** Long: a JVM on a busy core may be silent for seconds. */
  private static final Duration LEASE = Duration.ofSeconds(30);

  private final Sluice sluice;
  private final DataHandle data;
  private final boolean writes;
  private final Duration pause;
  private Optional<Pending<WriteView>> nextWrite = Optional.empty();
  private Optional<Pending<ReadView>> nextRead = Optional.empty();
  private long lastRead;
  private Optional<WriteView> writing = Optional.empty();
  private Optional<ReadView> reading = Optional.empty();

  /** All ends write. */
  SluiceExchange(Sluice sluice, long size, int copies) {
    this(sluice, size, copies, true, Duration.ZERO);
  }

  /**
   * @param pause for how long it stays inside: with a reader, so that each hears in time that the
   *     other waits, and every version is read once
   */
  SluiceExchange(Sluice sluice, long size, int copies, boolean writes, Duration pause) {
    this.sluice = sluice;
    this.pause = pause;
    this.data = sluice.data("exchanged").size(size).copies(copies).open();
    this.writes = writes;
  }

  /** Joins a cluster on loopback. */
  public static Sluice join(String cluster, int self) throws InterruptedException {
    return join(Sluice.named(cluster).over(Tcp.loopback()), self);
  }

  /** Joins a cluster over the network that was chosen. */
  public static Sluice join(Sluice.Builder builder, int self) throws InterruptedException {
    // The data's own protocol also for read-write locks, to compare the two.
    var sluice = builder.lease(LEASE).algorithm("rw-token-queue").nodeName("party-" + self).join();
    if (!sluice.awaitMembership(JOIN_LIMIT)) {
      throw new IllegalStateException(
          "did not join the cluster within " + JOIN_LIMIT.toSeconds() + " s");
    }
    return sluice;
  }

  @Override
  public void awaitPeers(int clients) {
    awaitPeers(sluice, clients);
  }

  /** Waits until the cluster has that many members. */
  public static void awaitPeers(Sluice sluice, int clients) {
    while (sluice.view().members().size() < clients) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  @Override
  public Duration pause() {
    return pause;
  }

  @Override
  public boolean writes() {
    return writes;
  }

  @Override
  public MemorySegment enter(boolean first) throws InterruptedException {
    if (writes) {
      var view = nextWrite.orElseGet(data::requestWrite).acquire();
      nextWrite = Optional.empty();
      writing = Optional.of(view);
      return view.segment();
    }
    var view = nextRead.orElseGet(data::requestRead).acquire();
    while (view.version() == lastRead) {
      // No writer was in the queue yet.
      view.close();
      view = data.requestRead().acquire();
    }
    nextRead = Optional.empty();
    lastRead = view.version();
    reading = Optional.of(view);
    return view.segment();
  }

  @Override
  public void leave(Changes changes, boolean last) {
    if (writes) {
      var view = writing.orElseThrow();
      if (!last) {
        nextWrite = Optional.of(view.again());
      }
      if (changes.declared()) {
        changes.forEach(view.size(), view::changed);
      }
      view.commit();
      view.close();
    } else {
      var view = reading.orElseThrow();
      if (!last) {
        nextRead = Optional.of(view.again()); // A plain request could come too late for a version.
      }
      view.close();
    }
  }
}
