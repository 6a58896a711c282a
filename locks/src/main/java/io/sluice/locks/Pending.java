package io.sluice.locks;

import io.sluice.cluster.LongestTime;
import io.sluice.cluster.data.DataRequest;
import io.sluice.cluster.data.SealedVersion;
import io.sluice.cluster.data.VersionLost;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A request for data that has been made and not been used yet. It keeps its place among the
 * requests of all nodes while the application does something else.
 *
 * <pre>{@code
 * Pending<WriteView> turn = image.requestWrite();
 * while (turn.state() != Pending.State.READY) {
 *   compute();
 * }
 * turn.acquire().close();
 * }</pre>
 *
 * @param <V> how the data will be seen: {@link ReadView} or {@link WriteView}
 */
public final class Pending<V> implements AutoCloseable {

  /** How far a request has come. */
  public enum State {
    /** Other requests are before it. */
    WAITING,
    /** It has the lock; the newest version is on its way. */
    GRANTED,
    /** Lock and data are here: {@link Pending#acquire} will not wait. */
    READY,
    /** It has been acquired, given up or lost. */
    ENDED
  }

  /** Makes a view of a version. */
  @FunctionalInterface
  interface Maker<V> {
    V view(DataRequest request, SealedVersion version);
  }

  private final String name;
  private final DataRequest request;
  private final Maker<V> maker;

  /** When it is given up, once lock and data are here, as {@link System#nanoTime}. */
  private volatile long expiry;

  /** Whether it has been acquired or given up. */
  private final AtomicBoolean used = new AtomicBoolean();

  Pending(String name, DataRequest request, Duration grantPatience, Maker<V> maker) {
    this.name = name;
    this.request = request;
    this.maker = maker;
    var _ = request.ready().thenRun(() -> expireAfter(grantPatience));
  }

  private void expireAfter(Duration grantPatience) {
    expiry = System.nanoTime() + LongestTime.nanos(grantPatience);
    Grants.add(this);
    if (used.get()) {
      Grants.remove(this);
    }
  }

  /** Whether it had been neither acquired nor given up. */
  private boolean use() {
    boolean first = used.compareAndSet(false, true);
    Grants.remove(this);
    return first;
  }

  /** How far it has come; never waits. */
  public State state() {
    return used.get()
        ? State.ENDED
        : switch (request.state()) {
          case WAITING -> State.WAITING;
          case GRANTED -> State.GRANTED;
          case READY -> State.READY;
          case ENDED -> State.ENDED;
        };
  }

  /** Waits without limit until lock and data are here. */
  public V acquire() throws InterruptedException {
    try {
      return acquire(LongestTime.DURATION);
    } catch (TimeoutException e) {
      throw new AssertionError("a hundred years have passed", e);
    }
  }

  /**
   * Waits until lock and data are here.
   *
   * @throws TimeoutException if they are not within that time; the request is given up
   * @throws IllegalStateException if the request has been acquired or given up before, also because
   *     it was not acquired for too long after the grant
   * @throws DataLostException if the newest version is lost
   * @throws LockLostException if this node was cut off after the grant
   */
  public V acquire(Duration patience) throws InterruptedException, TimeoutException {
    SealedVersion version;
    try {
      if (!request.await(System.nanoTime() + LongestTime.nanos(patience))) {
        close();
        throw new TimeoutException(
            "timed out after %s ms waiting for data '%s'%s"
                .formatted(
                    LongestTime.millis(patience),
                    name,
                    request.obstacle().map(why -> ": " + why).orElse("")));
      }
      version = request.ready().get();
    } catch (ExecutionException e) {
      close();
      throw failure(e);
    } catch (InterruptedException e) {
      close();
      throw e;
    }
    if (!use()) {
      throw new IllegalStateException(
          "the request for data '%s' was acquired or given up before: request again"
              .formatted(name));
    }
    return maker.view(request, version);
  }

  private RuntimeException failure(ExecutionException failed) {
    return switch (failed.getCause()) {
      case VersionLost lost -> new DataLostException(lost);
      case IllegalArgumentException wrong -> wrong;
      case null, default ->
          switch (request.lock().state()) {
            case FAILED -> LockUnavailableException.of(request.lock());
            case LOST -> LockLostException.of(request.lock());
            case WAITING, INSIDE, RELEASED, WITHDRAWN ->
                new IllegalStateException(
                    "the request for data '%s' was given up".formatted(name), failed);
          };
    };
  }

  /** Gives the request up; of no effect once it has been acquired. */
  @Override
  public void close() {
    if (use()) {
      request.lock().withdraw();
      var _ = request.ready().thenAccept(SealedVersion::release);
    }
  }

  /**
   * The requests of this JVM that have lock and data and have not been acquired, each of which is
   * given up at its time. Most are acquired at once, so that one timer serves all: a request that
   * comes and goes before the next check starts none.
   */
  private static final class Grants {

    private static final ScheduledThreadPoolExecutor CLOCK =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("sluice-grants").factory());

    private static final Grants ALL = new Grants();

    private final Set<Pending<?>> unused = ConcurrentHashMap.newKeySet();
    private volatile boolean checking;

    /** When the next check is due, as {@link System#nanoTime}; only while there is to be one. */
    private volatile long due;

    private Grants() {}

    static void add(Pending<?> pending) {
      ALL.unused.add(pending);
      if (!ALL.checking || pending.expiry - ALL.due < 0) {
        ALL.schedule(pending.expiry);
      }
    }

    static void remove(Pending<?> pending) {
      ALL.unused.remove(pending);
    }

    private synchronized void schedule(long time) {
      if (!checking || time - due < 0) {
        due = time;
        checking = true;
        var _ =
            CLOCK.schedule(
                this::check, Math.max(0, time - System.nanoTime()), TimeUnit.NANOSECONDS);
      }
    }

    private void check() {
      synchronized (this) {
        checking = false;
      }
      for (var each : unused) {
        if (each.expiry - System.nanoTime() <= 0) {
          each.close();
        } else {
          schedule(each.expiry);
        }
      }
    }
  }
}
