package io.sluice.locks;

import io.sluice.cluster.data.DataRequest;
import io.sluice.cluster.data.SealedVersion;
import io.sluice.cluster.data.VersionLost;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
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

  private static final ScheduledThreadPoolExecutor CLOCK = clock();
  private static final Duration LONGEST = Duration.ofDays(36_500);

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

  @SuppressWarnings("NullAway") // null until lock and data are here
  private volatile ScheduledFuture<?> expiry;

  /** Whether it has been acquired or given up. */
  private final AtomicBoolean used = new AtomicBoolean();

  Pending(String name, DataRequest request, Duration grantPatience, Maker<V> maker) {
    this.name = name;
    this.request = request;
    this.maker = maker;
    var _ = request.ready().thenRun(() -> expireAfter(grantPatience));
  }

  private static ScheduledThreadPoolExecutor clock() {
    var clock =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("sluice-grants").factory());
    clock.setRemoveOnCancelPolicy(true);
    return clock;
  }

  private void expireAfter(Duration grantPatience) {
    expiry = CLOCK.schedule(this::close, grantPatience.toNanos(), TimeUnit.NANOSECONDS);
    if (used.get()) {
      expiry.cancel(false);
    }
  }

  /** Whether it had been neither acquired nor given up. */
  private boolean use() {
    boolean first = used.compareAndSet(false, true);
    var running = expiry;
    if (first && running != null) {
      running.cancel(false);
    }
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
      return acquire(LONGEST);
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
      var longest = patience.compareTo(LONGEST) > 0 ? LONGEST : patience;
      version = request.ready().get(Math.max(0, longest.toNanos()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      close();
      throw failure(e);
    } catch (TimeoutException e) {
      close();
      throw new TimeoutException(
          "timed out after %s ms waiting for data '%s'%s"
              .formatted(
                  patience.toMillis(), name, request.obstacle().map(why -> ": " + why).orElse("")));
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
}
