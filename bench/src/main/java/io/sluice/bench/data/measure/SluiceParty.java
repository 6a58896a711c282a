package io.sluice.bench.data.measure;

import io.sluice.bench.data.exchange.Changes;
import io.sluice.bench.data.exchange.SluiceExchange;
import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.DataHandle;
import io.sluice.locks.Pending;
import io.sluice.locks.ReadView;
import io.sluice.locks.Sluice;
import io.sluice.locks.WriteView;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * A node of Sluice in a process of its own. Its commands:
 *
 * <ul>
 *   <li>{@code join CLUSTER SELF HOSTS KEYS}: joins; HOSTS are separated by commas, and KEYS is
 *       their key store, or both are empty for loopback;
 *   <li>{@code meet MEMBERS}: waits until the cluster has that many;
 *   <li>{@code data NAME SIZE}: opens data, with one copy;
 *   <li>{@code reads NAME NUMBER}: reads that often; answers with the median time;
 *   <li>{@code locks NAME NUMBER}: the same with a read-write lock alone;
 *   <li>{@code hold NAME}: acquires the data for writing;
 *   <li>{@code commit NAME}: changes all of what it holds; answers with the time it began to
 *       commit;
 *   <li>{@code await NAME}: waits for the data as a reader; answers with the time it had seen all;
 *   <li>{@code move NAME}: takes turns with the data, in the background, until {@code stay};
 *   <li>{@code contend NAME MILLISECONDS}: acquires a lock once a millisecond; answers with p99;
 *   <li>{@code compute SWEEPS}, {@code queue OWN OTHER STEP}, {@code stencil STEPS SWEEPS NANOS
 *       EARLY}: see {@link Stencil}.
 * </ul>
 */
final class SluiceParty {

  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

  @SuppressWarnings("NullAway") // null until it has joined
  private Sluice sluice;

  private final Map<String, DataHandle> data = new HashMap<>();
  private Optional<WriteView> held = Optional.empty();
  private Optional<Thread> mover = Optional.empty();
  private volatile boolean staying;
  private final Stencil stencil = new Stencil();

  String answer(List<String> words) throws Exception {
    return switch (words.getFirst()) {
      case "join" -> join(words);
      case "meet" -> {
        SluiceExchange.awaitPeers(sluice, Integer.parseInt(words.get(1)));
        yield "met";
      }
      case "data" -> {
        var size = Long.parseLong(words.get(2));
        data.put(words.get(1), sluice.data(words.get(1)).size(size).copies(1).open());
        yield "opened";
      }
      case "reads" -> Long.toString(reads(handle(words.get(1)), Integer.parseInt(words.get(2))));
      case "views" -> Long.toString(views(handle(words.get(1)), Integer.parseInt(words.get(2))));
      case "arenas" -> Long.toString(arenas(Integer.parseInt(words.get(2))));
      case "locks" -> Long.toString(locks(words.get(1), Integer.parseInt(words.get(2))));
      case "hold" -> {
        held = Optional.of(handle(words.get(1)).requestWrite().acquire());
        var bytes = held.get().segment();
        Changes.ALL.write(bytes, Changes.ALL.check(bytes) + 1);
        yield "held";
      }
      case "commit" -> {
        long begin = System.nanoTime();
        held.orElseThrow().commit();
        held.orElseThrow().close();
        yield Long.toString(begin);
      }
      case "await" -> Long.toString(await(handle(words.get(1)).requestRead()));
      case "move" -> {
        staying = false;
        var handle = handle(words.get(1));
        mover = Optional.of(Thread.ofPlatform().daemon().start(() -> move(handle)));
        yield "moving";
      }
      case "stay" -> {
        staying = true;
        mover.orElseThrow().join();
        yield "stayed";
      }
      case "contend" ->
          Long.toString(
              contend(words.get(1), TimeUnit.MILLISECONDS.toNanos(Long.parseLong(words.get(2)))));
      case "compute" -> Long.toString(stencil.compute(Long.parseLong(words.get(1))));
      case "queue" -> {
        stencil.queue(handle(words.get(1)), handle(words.get(2)), words.get(3));
        yield "queued";
      }
      case "stencil" ->
          Long.toString(
              stencil.run(
                  Integer.parseInt(words.get(1)),
                  new Work(Long.parseLong(words.get(2)), Long.parseLong(words.get(3))),
                  Boolean.parseBoolean(words.get(4))));
      default -> throw new IllegalArgumentException("unknown command " + words);
    };
  }

  private String join(List<String> words) throws InterruptedException {
    var hosts = words.get(3);
    var network = hosts.isEmpty() ? Tcp.loopback() : secured(hosts, Path.of(words.get(4)));
    sluice =
        SluiceExchange.join(
            Sluice.named(words.get(1)).over(network), Integer.parseInt(words.get(2)));
    return "joined";
  }

  private static Tcp secured(String hosts, Path keys) {
    return Tcp.at(hosts.split(",", -1)).security(keys, LimitedLinks.PASSWORD.toCharArray());
  }

  private DataHandle handle(String name) {
    var handle = data.get(name);
    if (handle == null) {
      throw new IllegalArgumentException("not open: " + name);
    }
    return handle;
  }

  private static long reads(DataHandle handle, int number) throws InterruptedException {
    var times = new Histogram(3);
    for (int i = 0; i < number; i++) {
      long begin = System.nanoTime();
      try (var view = handle.requestRead().acquire()) {
        view.segment().get(ValueLayout.JAVA_LONG, 0);
      }
      times.recordValue(System.nanoTime() - begin);
    }
    return times.getValueAtPercentile(50);
  }

  /** The same without a look at the bytes, so that they are not mapped. */
  private static long views(DataHandle handle, int number) throws InterruptedException {
    var times = new Histogram(3);
    for (int i = 0; i < number; i++) {
      long begin = System.nanoTime();
      handle.requestRead().acquire().close();
      times.recordValue(System.nanoTime() - begin);
    }
    return times.getValueAtPercentile(50);
  }

  /** What Java itself takes to end memory that any thread may access. */
  private static long arenas(int number) {
    var times = new Histogram(3);
    for (int i = 0; i < number; i++) {
      long begin = System.nanoTime();
      try (var arena = Arena.ofShared()) {
        arena.allocate(Long.BYTES);
      }
      times.recordValue(System.nanoTime() - begin);
    }
    return times.getValueAtPercentile(50);
  }

  @SuppressWarnings("LockNotBeforeTry") // nothing is done between the two
  private long locks(String name, int number) {
    var lock = sluice.readWriteLock(name).readLock();
    var times = new Histogram(3);
    for (int i = 0; i < number; i++) {
      long begin = System.nanoTime();
      lock.lock();
      lock.unlock();
      times.recordValue(System.nanoTime() - begin);
    }
    return times.getValueAtPercentile(50);
  }

  private static long await(Pending<ReadView> pending) throws InterruptedException {
    try (var view = pending.acquire()) {
      Changes.ALL.check(view.segment());
      return System.nanoTime();
    }
  }

  private void move(DataHandle handle) {
    try {
      while (!staying) {
        try (var view = handle.requestWrite().acquire()) {
          Changes.ALL.write(view.segment(), view.version() + 1);
          view.commit();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @SuppressWarnings("LockNotBeforeTry") // nothing is done between the two
  private long contend(String name, long nanoseconds) {
    var lock = sluice.lock(name);
    var times = new Histogram(3);
    long end = System.nanoTime() + nanoseconds;
    while (System.nanoTime() < end) {
      long begin = System.nanoTime();
      lock.lock();
      lock.unlock();
      times.recordValue(System.nanoTime() - begin);
      LockSupport.parkNanos(PAUSE);
    }
    return times.getValueAtPercentile(99);
  }
}
