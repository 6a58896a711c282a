package io.sluice.cluster.data;

import io.sluice.cluster.runtime.Request;
import io.sluice.protocol.Claim;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * A request for data and its lock, from asking to releasing.
 *
 * <p>Legal transitions: WAITING to GRANTED to READY, each to ENDED.
 */
public final class DataRequest {

  /** Where a request can be. */
  public enum State {
    /** The lock has not been granted. */
    WAITING,
    /** The lock is here; the newest version is on its way. */
    GRANTED,
    /** Lock and data are here. */
    READY,
    /** Released, withdrawn, lost or failed. */
    ENDED
  }

  private static final long SPIN_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
  private static final boolean ONE_CORE = Runtime.getRuntime().availableProcessors() == 1;

  private final Claim claim;
  private final boolean takesSurviving;
  private final DataRequests requests;
  private final Supplier<Optional<String>> obstacle;

  /** The thread that waits and may read the network meanwhile. */
  @SuppressWarnings("NullAway") // null until one does
  private volatile Thread waiter;

  private final AtomicBoolean awaited = new AtomicBoolean();

  private final CompletableFuture<SealedVersion> ready = new CompletableFuture<>();
  private volatile State state = State.WAITING;

  @SuppressWarnings("NullAway") // set when the lock has been asked
  private volatile Request lock;

  /**
   * @param takesSurviving whether it is content with the newest version that has survived, if the
   *     newest of all is lost
   * @param obstacle says what the data waits for, if not for its lock
   */
  DataRequest(
      Claim claim,
      boolean takesSurviving,
      DataRequests requests,
      Supplier<Optional<String>> obstacle) {
    this.claim = claim;
    this.takesSurviving = takesSurviving;
    this.requests = requests;
    this.obstacle = obstacle;
    var _ = ready.whenComplete((_, _) -> rouse());
  }

  private void rouse() {
    var thread = waiter;
    if (thread != null && !thread.equals(Thread.currentThread())) {
      requests.transport().rouse(thread);
    }
  }

  /**
   * Waits until lock and data are here, or never will be. The first thread to wait may read the
   * network meanwhile, so that it need not be woken by another one.
   *
   * @throws ExecutionException if they never will be
   * @throws TimeoutException if they are not in time
   */
  public SealedVersion await(long nanos)
      throws InterruptedException, ExecutionException, TimeoutException {
    if (ready.isDone() || !awaited.compareAndSet(false, true)) {
      return ready.get(nanos, TimeUnit.NANOSECONDS);
    }
    waiter = Thread.currentThread();
    requests.awaited(this);
    idleUntil(System.nanoTime() + nanos);
    return ready.get(0, TimeUnit.NANOSECONDS);
  }

  private void idleUntil(long deadline) throws InterruptedException {
    boolean spun = ONE_CORE;
    while (!ready.isDone()) {
      long left = deadline - System.nanoTime();
      if (Thread.interrupted()) {
        throw new InterruptedException();
      } else if (left <= 0) {
        return;
      } else if (state == State.GRANTED && !spun) {
        spun = true;
        spin();
      } else {
        requests.transport().idle(spun ? ready::isDone : this::isGranted, left);
      }
    }
  }

  private boolean isGranted() {
    return state != State.WAITING || ready.isDone();
  }

  /** Little data comes within the time that waking a thread takes. */
  private void spin() {
    long end = System.nanoTime() + SPIN_NANOS;
    while (!ready.isDone() && System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
  }

  Claim claim() {
    return claim;
  }

  boolean takesSurviving() {
    return takesSurviving;
  }

  /** What the data waits for, if not for its lock or for bytes. */
  public Optional<String> obstacle() {
    return obstacle.get();
  }

  /** The request for the lock. */
  public Request lock() {
    return lock;
  }

  void of(Request asked) {
    lock = asked;
  }

  public State state() {
    return state;
  }

  void become(State next) {
    state = next;
  }

  /**
   * The newest version, retained for this request, once lock and data are here. Completes with an
   * exception if that will never be.
   */
  public CompletableFuture<SealedVersion> ready() {
    return ready;
  }
}
