package io.sluice.cluster.data;

import io.sluice.cluster.runtime.Request;
import io.sluice.protocol.Claim;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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

  private final Claim claim;
  private final boolean takesSurviving;
  private final Supplier<Optional<String>> obstacle;
  private final CompletableFuture<SealedVersion> ready = new CompletableFuture<>();
  private volatile State state = State.WAITING;

  @SuppressWarnings("NullAway") // set when the lock has been asked
  private volatile Request lock;

  /**
   * @param takesSurviving whether it is content with the newest version that has survived, if the
   *     newest of all is lost
   * @param obstacle says what the data waits for, if not for its lock
   */
  DataRequest(Claim claim, boolean takesSurviving, Supplier<Optional<String>> obstacle) {
    this.claim = claim;
    this.takesSurviving = takesSurviving;
    this.obstacle = obstacle;
  }

  boolean isToWrite() {
    return !claim.equals(Claim.SHARED);
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

  /**
   * Waits for that, on a thread that may do the node's work meanwhile.
   *
   * @param deadline as {@link System#nanoTime}
   * @return whether it came about before the deadline
   */
  public boolean await(long deadline) throws InterruptedException {
    return lock.resource().host().await(ready, deadline);
  }
}
