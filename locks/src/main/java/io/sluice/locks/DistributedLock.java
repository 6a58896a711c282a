package io.sluice.locks;

import io.sluice.cluster.Transport;
import io.sluice.cluster.runtime.Request;
import io.sluice.cluster.runtime.Request.State;
import io.sluice.cluster.runtime.Resource;
import io.sluice.protocol.Claim;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A lock between all threads of all nodes of a cluster: at most one holds it. Of the reading side
 * of a {@link DistributedReadWriteLock} pair many hold it, but none while a writer does.
 *
 * <p>As a {@link Lock} it belongs to a thread, which may lock it again and must unlock it as often.
 * As a {@link Lease} it belongs to whoever has the lease, and is not reentrant. Threads of one node
 * are served in the order in which they ask; between nodes the protocol decides.
 *
 * <p>A thread whose lock is lost hears of it when it unlocks, or locks again: {@link
 * LockLostException}. One that wants to hear at once takes a lease.
 */
public final class DistributedLock implements Lock {

  /** As long as the answers of other nodes may take for {@link #tryLock()}. */
  private static final Duration ANSWERS = Duration.ofMillis(100);

  private static final Duration LONGEST = Duration.ofDays(36_500);

  private final Resource resource;
  private final Claim claim;

  private final Holds holds = new Holds();

  DistributedLock(Resource resource, Claim claim) {
    this.resource = resource;
    this.claim = claim;
  }

  public String name() {
    return resource.name();
  }

  /** Waits for the lock, however long it takes. */
  @Override
  public void lock() {
    if (again()) {
      return;
    }
    var asking = ask();
    boolean interrupted = false;
    while (asking.state() == State.WAITING) {
      try {
        var _ = asking.await(Transport.FOREVER);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    own(asking);
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    var _ = lockBefore(Transport.FOREVER);
  }

  /**
   * Takes the lock if nobody has it. Nodes have to ask each other about that: the answers may take
   * 100 ms, and the lock counts as taken if they have not come by then.
   */
  @Override
  public boolean tryLock() {
    boolean interrupted = Thread.interrupted();
    try {
      return tryLock(ANSWERS.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
      return false;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    return lockBefore(deadline(unit.toNanos(time)));
  }

  /**
   * Gives the lock back.
   *
   * @throws LockLostException if it was lost before
   * @throws IllegalMonitorStateException if it is not this thread's
   */
  @Override
  public void unlock() {
    var mine = holds.own().orElseThrow(this::notOwned);
    if (holds.leave(mine)) {
      checkNotLost(mine.request());
      mine.request().leave();
    }
  }

  private IllegalMonitorStateException notOwned() {
    return new IllegalMonitorStateException(
        "the lock '%s' is not held by this thread".formatted(name()));
  }

  /** Not supported: a thread that waits elsewhere could not be told reliably. */
  @Override
  public Condition newCondition() {
    throw new UnsupportedOperationException(
        "a lock between nodes has no conditions; wait by other means, outside the lock");
  }

  /** Whether this thread holds the lock, at this very moment. */
  public boolean isHeldByCurrentThread() {
    return holds.own().filter(mine -> mine.request().valid()).isPresent();
  }

  /**
   * The fencing number of this thread's entry.
   *
   * @throws IllegalMonitorStateException if the lock is not this thread's
   */
  public long fence() {
    return holds.own().orElseThrow(this::notOwned).request().fence();
  }

  /**
   * Waits for the lock and holds it until the lease is closed.
   *
   * @throws TimeoutException if it cannot be had in that time
   */
  public Lease acquire(Duration patience) throws InterruptedException, TimeoutException {
    var lease = new Lease(name());
    var asking = resource.ask(claim, watcherOf(lease));
    lease.of(asking);
    boolean answered = false;
    try {
      answered = asking.await(deadline(nanos(patience)));
    } finally {
      if (!answered) {
        asking.withdraw();
      }
    }
    if (!answered) {
      throw new TimeoutException(
          "the lock '%s' was not to be had within %s".formatted(name(), patience));
    }
    checkServed(asking);
    return lease;
  }

  /** Waits for the lock, however long it takes, and holds it until the lease is closed. */
  public Lease acquire() throws InterruptedException {
    try {
      return acquire(LONGEST);
    } catch (TimeoutException e) {
      throw new AssertionError("time is over", e);
    }
  }

  /**
   * Takes the lock if nobody has it, and holds it until the lease is closed; see {@link #tryLock()}
   * for what that means.
   */
  public Optional<Lease> tryAcquire() throws InterruptedException {
    try {
      return Optional.of(acquire(ANSWERS));
    } catch (TimeoutException e) {
      return Optional.empty();
    }
  }

  /** Asks for the lock and does not wait. Cancelling the future gives up the request. */
  public CompletableFuture<Lease> acquireAsync() {
    var lease = new Lease(name());
    var future = new CompletableFuture<Lease>();
    var watcher = watcherOf(lease);
    var asking =
        resource.ask(
            claim,
            (request, state) -> {
              lease.of(request);
              watcher.changed(request, state);
              // Not within the node: whoever waits for the future may ask for locks in turn.
              Thread.startVirtualThread(() -> settle(future, lease, request, state));
            });
    var _ =
        future.whenComplete(
            (_, _) -> {
              if (future.isCancelled()) {
                asking.withdraw();
              }
            });
    return future;
  }

  private void settle(CompletableFuture<Lease> future, Lease lease, Request asking, State state) {
    switch (state) {
      case INSIDE -> {
        if (!future.complete(lease)) {
          asking.leave();
        }
      }
      case FAILED ->
          future.completeExceptionally(new LockUnavailableException(name(), asking.why()));
      case WAITING, LEFT, WITHDRAWN, LOST -> {}
    }
  }

  private static Request.Watcher watcherOf(Lease lease) {
    return (_, state) -> {
      if (state == State.LOST) {
        lease.lose();
      }
    };
  }

  private boolean lockBefore(long deadline) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (again()) {
      return true;
    }
    var asking = ask();
    boolean answered = false;
    try {
      answered = asking.await(deadline);
    } finally {
      if (!answered) {
        asking.withdraw();
      }
    }
    if (answered) {
      own(asking);
    }
    return answered;
  }

  private Request ask() {
    return resource.ask(claim);
  }

  /** Enters once more, if this thread has the lock. */
  private boolean again() {
    var own = holds.own();
    own.ifPresent(
        mine -> {
          checkNotLost(mine.request());
          mine.again();
        });
    return own.isPresent();
  }

  private void own(Request granted) {
    checkServed(granted);
    holds.take(granted);
  }

  private void checkNotLost(Request granted) {
    if (granted.state() == State.LOST) {
      throw new LockLostException(name(), granted.why());
    }
  }

  private void checkServed(Request asking) {
    switch (asking.state()) {
      case FAILED -> throw new LockUnavailableException(name(), asking.why());
      case LOST -> throw new LockLostException(name(), asking.why());
      case WAITING, INSIDE, LEFT, WITHDRAWN -> {}
    }
  }

  private static long nanos(Duration time) {
    return time.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : time.toNanos();
  }

  /** Of a time from now; far away if that is beyond counting. */
  private static long deadline(long nanos) {
    long furthest = Long.MAX_VALUE >> 1;
    return System.nanoTime() + Math.min(Math.max(nanos, 0), furthest);
  }

  @Override
  public String toString() {
    return "lock '" + name() + "'";
  }
}
