package io.sluice.cluster.runtime;

import io.sluice.cluster.Faults;
import io.sluice.cluster.Limits;
import io.sluice.cluster.Transport;
import io.sluice.protocol.Claim;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/**
 * A request for a lock, from asking to releasing.
 *
 * <p>Legal transitions: WAITING to INSIDE, to WITHDRAWN or to FAILED; INSIDE to RELEASED or to
 * LOST.
 */
public final class Request {

  /** Where a request can be. */
  public enum State {
    /** Not served yet. */
    WAITING,
    /** Its owner may be inside as long as the lease holds. */
    INSIDE,
    /** Its owner has released it. */
    RELEASED,
    /** Its owner has given up waiting. */
    WITHDRAWN,
    /** Its owner was inside, and another request may be inside now. */
    LOST,
    /** It will never be served; see {@link #why}. */
    FAILED
  }

  /** Is told what becomes of a request. It is called within the node: it must not wait. */
  @FunctionalInterface
  public interface Watcher {
    void changed(Request request, State state);

    /** Ignores all changes. */
    Watcher NONE = (_, _) -> {};
  }

  private static final Future<?> NEVER = CompletableFuture.completedFuture("");

  private Resource resource;
  private final Claim claim;
  private Limits limits;

  /**
   * When it has been held as long as it may be, as {@link System#nanoTime}. It may be read by any
   * thread.
   */
  @SuppressWarnings("NullAway") // null: there is no limit
  private volatile Long end;

  private final Thread owner;
  private volatile State state = State.WAITING;
  private final Watcher watcher;

  /** Whether it may not share the entry that its node has just now. */
  private boolean inNextEntry;

  /** Whether the protocol may not be asked for it yet. */
  private boolean heldBack;

  private int unit;
  private long fence;
  private int losses;
  private String why = "";
  private Optional<ProtocolMismatchException> mismatch = Optional.empty();

  /**
   * When it became what it is: waiting or inside. Of a request that is granted at once, without an
   * observer, the time of the request is not read, since reading a clock costs as much as a step.
   */
  private long since;

  /** What happens when a limit is reached; cancelled when the lock is held no longer. */
  private Future<?> expiry = NEVER;

  private Future<?> warning = NEVER;

  @SuppressWarnings("NullAway") // nothing records it
  private FlightEvents.LockWait wait;

  @SuppressWarnings("NullAway") // nothing records it
  private FlightEvents.LockHeld held;

  Request(Resource resource, Claim claim, Limits limits, Thread owner, Watcher watcher) {
    this.resource = resource;
    this.claim = claim;
    this.limits = limits;
    this.owner = owner;
    this.watcher = watcher;
    if (resource.node().isObserved()) {
      since = System.nanoTime();
      resource.node().observer().asked(this);
    }
    if (FlightEvents.wantWaits()) {
      wait = new FlightEvents.LockWait();
      wait.begin();
    }
  }

  public Resource resource() {
    return resource;
  }

  /** Its resource was forgotten before it took the request: another one has the name now. */
  void moveTo(Resource next) {
    resource = next;
  }

  boolean isInNextEntry() {
    return inNextEntry;
  }

  void setInNextEntry(boolean next) {
    inNextEntry = next;
  }

  boolean isHeldBack() {
    return heldBack;
  }

  /**
   * Holds the request back: the protocol is not asked for it, nor for requests of this node behind
   * it, until this is called again; for tasks of the resource's mailbox.
   */
  public void setHeldBack(boolean now) {
    heldBack = now;
  }

  public State state() {
    return state;
  }

  public Claim claim() {
    return claim;
  }

  /** The fencing number of the entry; only of one that is or was inside. */
  public long fence() {
    return fence;
  }

  /** Which of several equal resources it got; only of one that is or was inside. */
  public int unit() {
    return unit;
  }

  /** Why it has failed or been lost. */
  public String why() {
    return why;
  }

  /** The disagreement about the protocol because of which it has failed, if that was the reason. */
  public Optional<ProtocolMismatchException> mismatch() {
    return mismatch;
  }

  /** How often the node had ceased to be a member when it was granted. */
  int losses() {
    return losses;
  }

  /** The thread that asked. */
  Thread owner() {
    return owner;
  }

  /** It could not be granted at once. */
  void startWaiting() {
    if (state == State.WAITING && since == 0) {
      since = System.nanoTime();
    }
  }

  /** For how many nanoseconds it has been what it is; for tasks of the resource's mailbox. */
  long age() {
    return System.nanoTime() - since;
  }

  /** For how many nanoseconds it has waited; 0 if it is granted at once. */
  long waitedNanos() {
    return since == 0 ? 0 : age();
  }

  /** Whether its owner may be inside at this moment. */
  public boolean valid() {
    return state == State.INSIDE && resource.node().holds(losses);
  }

  /**
   * Waits on the thread that asked, until the request is no longer WAITING.
   *
   * @param deadline when to stop waiting, as {@link System#nanoTime}; {@link Transport#FOREVER} for
   *     never
   * @return whether the wait ended before the deadline
   * @throws InterruptedException if the thread is interrupted; the request still waits
   */
  public boolean await(long deadline) throws InterruptedException {
    return resource.node().await(this::isDecided, deadline);
  }

  private boolean isDecided() {
    return state != State.WAITING;
  }

  /** Releases the lock; of no effect unless this request is inside. */
  public void release() {
    resource.release(this);
  }

  /** Gives up waiting. If it has been granted meanwhile, it is released. */
  public void withdraw() {
    resource.withdraw(this);
  }

  void grant(int which, long number, int lossesOfNode) {
    unit = which;
    fence = number;
    losses = lossesOfNode;
    if (limits.most().isPositive()) {
      end = System.nanoTime() + limits.most().toNanos();
    }
    become(State.INSIDE);
    if (!limits.isNone()) {
      schedule();
    }
  }

  /**
   * From now on it is held for that time at most: for several requests that are granted one after
   * the other, and limited together. Of no effect unless it is inside.
   */
  public void limit(Duration most) {
    end = System.nanoTime() + most.toNanos();
    resource.limit(this, most);
  }

  /** As {@link #limit}; for tasks of the resource's mailbox. */
  void limited(Duration most) {
    if (state == State.INSIDE) {
      expiry.cancel(false);
      limits = limits.holdAtMost(most);
      scheduleEnd();
    }
  }

  /** Grants it as part of the entry of another request, whose limits are limits of this one too. */
  void grantAlong(Request alone, long number) {
    limits = limits.within(alone.limits, Duration.ofNanos(alone.age()));
    grant(alone.unit, number, alone.losses);
  }

  /**
   * For how many nanoseconds it may still be held, if that is limited; only of one that is or was
   * inside.
   */
  public OptionalLong untilLimit() {
    Long known = end;
    return known == null
        ? OptionalLong.empty()
        : OptionalLong.of(Math.max(0, known - System.nanoTime()));
  }

  private void schedule() {
    if (limits.most().isPositive()) {
      scheduleEnd();
    }
    if (limits.warning().isPositive()) {
      var time = limits.warning();
      warning = resource.node().schedule(() -> Inquiries.warn(this, time), time);
    }
  }

  private void scheduleEnd() {
    var most = limits.most();
    expiry = resource.node().schedule(() -> resource.expire(this, most), most);
  }

  void refuse(ProtocolMismatchException reason) {
    mismatch = Optional.of(reason);
    end(State.FAILED, String.valueOf(reason.getMessage()));
  }

  void end(State end, String reason) {
    why = reason;
    become(end);
  }

  private void become(State next) {
    State before = state;
    state = next;
    if (before == State.INSIDE && !limits.isNone()) {
      expiry.cancel(false);
      warning.cancel(false);
    }
    observe(before);
    if (!owner.equals(Thread.currentThread())) {
      resource.node().transport().rouse(owner);
    }
    if (!watcher.equals(Watcher.NONE)) {
      notifyWatcher(next);
    }
  }

  /** The watcher belongs to the application; its failure must not fail the protocol's step. */
  private void notifyWatcher(State next) {
    try {
      watcher.changed(this, next);
    } catch (Throwable e) {
      Faults.report(e);
    }
  }

  private void observe(State before) {
    Node node = resource.node();
    if (node.isObserved()) {
      long now = System.nanoTime();
      node.observer().changed(this, before, now - since);
      since = now;
    } else if (state == State.INSIDE) {
      since = System.nanoTime();
    }
    if (before == State.WAITING && wait != null) {
      wait.over(this);
    }
    if (before == State.INSIDE && held != null) {
      held.over(this);
    }
    switch (state) {
      case INSIDE -> {
        if (FlightEvents.wantHolds()) {
          held = new FlightEvents.LockHeld();
          held.begin();
        }
      }
      case LOST -> FlightEvents.lost(this);
      case WAITING, RELEASED, WITHDRAWN, FAILED -> {}
    }
  }
}
