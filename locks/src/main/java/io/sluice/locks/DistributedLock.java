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
 * A lock between all threads of all nodes of a cluster: at most one of them holds it. (The read
 * lock of a {@link DistributedReadWriteLock} has many holders, but none while a writer holds the
 * write lock.)
 *
 * <pre>{@code
 * lock.run(Duration.ofSeconds(2), lease -> store.put(row, lease.fence()));
 * }</pre>
 *
 * <p>As a {@link Lock} it belongs to a thread, is reentrant, and must be unlocked as often as it
 * was locked. As a {@link Lease} it belongs to whatever has the lease, and is not reentrant.
 * Threads of one node acquire it in the order in which they ask; between nodes the protocol
 * decides.
 *
 * <p>A node that is cut off from the others for longer than its lease loses the lock. {@link
 * #run(Duration, LockedTask)} and {@link #call(Duration, LockedCall)} interrupt the task then, and
 * throw {@link LockLostException}. A thread that uses {@link #lock} learns of the loss when it
 * unlocks, or locks again; the holder of a {@link Lease} when it calls {@link Lease#ensureValid}.
 */
public final class DistributedLock implements Lock {

  private final Acquisition acquisition;

  DistributedLock(Resource resource, Claim claim) {
    this(new Acquisition(resource, claim));
  }

  DistributedLock(Acquisition acquisition) {
    this.acquisition = acquisition;
  }

  Acquisition acquisition() {
    return acquisition;
  }

  /** Shared by all objects for this lock. */
  private Holds holds() {
    return acquisition.holds().of(acquisition.claim());
  }

  /** Of a read lock, the hold of the write lock: a thread that has it may read at once. */
  private Optional<Holds.Hold> above() {
    return acquisition.claim().room().equals(Claim.ALONE)
        ? Optional.empty()
        : acquisition.holds().of(Claim.EXCLUSIVE).own();
  }

  /** The lock's name: the same lock in all nodes of the cluster. */
  public String name() {
    return acquisition.resource().name();
  }

  /**
   * The same lock, but one that is lost when it has been held for that time: like any loss, and
   * before another holder enters. What was acquired by other means is not affected.
   *
   * <pre>{@code
   * lock.holdAtMost(Duration.ofMinutes(5)).run(lease -> store.put(row, lease.fence()));
   * }</pre>
   *
   * @param time zero for no limit
   */
  public DistributedLock holdAtMost(Duration time) {
    return new DistributedLock(acquisition.holdAtMost(time));
  }

  /**
   * The same lock, but one whose node logs a warning when it has been held for that time, with the
   * thread that asked, and counts it in {@code sluice.lock.stuck}: once for each time that it is
   * acquired.
   *
   * @param time zero for no warning, also where {@link Sluice.Builder#warnAfter} asks for one
   */
  public DistributedLock warnAfter(Duration time) {
    return new DistributedLock(acquisition.warnAfter(time));
  }

  /** Waits for the lock, without limit and not ended by interrupts. */
  @Override
  public void lock() {
    if (lockAgain()) {
      return;
    }
    var request = ask();
    boolean interrupted = false;
    while (request.state() == State.WAITING) {
      try {
        var _ = request.await(Transport.FOREVER);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    own(request);
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    var _ = lockBefore(Transport.FOREVER);
  }

  /**
   * Acquires the lock if it is free. Nodes have to ask each other about that: returns false also if
   * the others have not answered within 100 ms.
   */
  @Override
  public boolean tryLock() {
    boolean interrupted = Thread.interrupted();
    try {
      return tryLock(Acquisition.ANSWERS.toNanos(), TimeUnit.NANOSECONDS);
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
    return lockBefore(Acquisition.deadline(unit.toNanos(time)));
  }

  /**
   * Releases the lock, if this thread has now unlocked it as often as it has locked it.
   *
   * @throws LockLostException if the lock was lost
   * @throws IllegalMonitorStateException if this thread does not hold it
   */
  @Override
  public void unlock() {
    var holds = holds();
    var mine = holds.own().orElseThrow(this::notOwned);
    if (holds.release(mine)) {
      try {
        checkNotLost(mine.request());
      } finally {
        mine.request().release();
      }
    }
  }

  private IllegalMonitorStateException notOwned() {
    return new IllegalMonitorStateException(
        "lock '%s' is not held by this thread".formatted(name()));
  }

  /** Not supported: a signal to a thread of another node could get lost. */
  @Override
  public Condition newCondition() {
    throw new UnsupportedOperationException(
        "a distributed lock has no conditions; wait by other means, without holding the lock");
  }

  /** Whether this thread holds the lock at this moment. */
  public boolean isHeldByCurrentThread() {
    return holds().own().filter(mine -> mine.request().valid()).isPresent();
  }

  /**
   * The fencing number of this thread's hold: higher than that of every earlier holder.
   *
   * @throws IllegalMonitorStateException if this thread does not hold the lock
   */
  public long fence() {
    return holds().own().orElseThrow(this::notOwned).request().fence();
  }

  /**
   * Waits for the lock and holds it until the lease is closed.
   *
   * @throws TimeoutException if the lock was not granted in that time
   * @throws LockUnavailableException if it cannot be acquired at this node
   */
  public Lease acquire(Duration timeout) throws InterruptedException, TimeoutException {
    return acquisition.acquire(timeout);
  }

  /** Waits for the lock, without limit, and holds it until the lease is closed. */
  public Lease acquire() throws InterruptedException {
    return acquisition.acquire();
  }

  /**
   * Acquires the lock if it is free, and holds it until the lease is closed. Empty if it is not, or
   * if the other nodes have not answered within 100 ms.
   */
  public Optional<Lease> tryAcquire() throws InterruptedException {
    return acquisition.tryAcquire();
  }

  /** Asks for the lock and does not wait. Cancelling the future withdraws the request. */
  public CompletableFuture<Lease> acquireAsync() {
    return acquisition.acquireAsync();
  }

  /**
   * Waits for the lock, without limit, and runs the task while holding it; see {@link
   * #run(Duration, LockedTask)}.
   */
  public <X extends Exception> void run(LockedTask<X> task) throws X, InterruptedException {
    acquisition.run(task);
  }

  /**
   * Waits for the lock, runs the task on this thread while holding it, and releases it. Returns
   * normally only if the lock was held until the task had ended.
   *
   * <p>If the lock is lost while the task runs, this thread is interrupted, once. A task that does
   * not respond to that runs on without the lock, and should give its fencing number to whatever it
   * writes to. When it ends, whatever it returns or throws, this method throws {@link
   * LockLostException}, with what the task threw as a suppressed exception. It also does so if the
   * loss is noticed only after the task has ended; a loss after that check goes unreported, since
   * the task had ended by then.
   *
   * <p>No interrupt comes after the task has ended, and the one for the loss does not outlive this
   * method: the interrupt status is cleared, unless another interrupt was pending when the lock was
   * lost. (One that comes later than the loss cannot be told apart, and is cleared with it.)
   * Without a loss the status is as the task leaves it.
   *
   * @throws X if the task throws it
   * @throws InterruptedException if this thread is interrupted while it waits for the lock
   * @throws TimeoutException if the lock was not granted in that time; the task has not run
   * @throws LockLostException if the lock was lost before the task ended
   * @throws LockUnavailableException if the lock cannot be acquired at this node
   */
  public <X extends Exception> void run(Duration timeout, LockedTask<X> task)
      throws X, InterruptedException, TimeoutException {
    acquisition.run(timeout, task);
  }

  /**
   * Waits for the lock, without limit, and calls the task while holding it; as {@link
   * #run(Duration, LockedTask)}.
   *
   * @return what the task returns
   */
  public <T, X extends Exception> T call(LockedCall<T, X> task) throws X, InterruptedException {
    return acquisition.call(task);
  }

  /**
   * Waits for the lock and calls the task while holding it; as {@link #run(Duration, LockedTask)}.
   *
   * @return what the task returns
   */
  public <T, X extends Exception> T call(Duration timeout, LockedCall<T, X> task)
      throws X, InterruptedException, TimeoutException {
    return acquisition.call(timeout, task);
  }

  private boolean lockBefore(long deadline) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (lockAgain()) {
      return true;
    }
    var request = ask();
    boolean answered = false;
    try {
      answered = request.await(deadline);
    } finally {
      if (!answered) {
        request.withdraw();
      }
    }
    if (answered) {
      own(request);
    }
    return answered;
  }

  private Request ask() {
    var alone = above();
    return alone.isPresent()
        ? askAlong(alone.get().request())
        : acquisition
            .resource()
            .ask(acquisition.claim(), acquisition.limits(), Request.Watcher.NONE);
  }

  private Request askAlong(Request alone) {
    checkNotLost(alone);
    return alone
        .resource()
        .askAlong(alone, acquisition.claim(), acquisition.limits(), Request.Watcher.NONE);
  }

  /** A lease of this lock for the holder of the lock above it. */
  Lease along(Request alone) {
    return acquisition.along(alone);
  }

  /** Counts one more hold, if this thread holds the lock already. */
  private boolean lockAgain() {
    var own = holds().own();
    if (own.isEmpty()) {
      return false;
    }
    checkNotLost(own.get().request());
    own.get().again();
    return true;
  }

  private void own(Request granted) {
    Acquisition.checkGranted(granted);
    Holds.OfName.of(granted.resource()).of(acquisition.claim()).take(granted);
  }

  /** A lease that has run out is a loss, also if the node has not noticed. */
  private void checkNotLost(Request granted) {
    if (!granted.valid()) {
      throw granted.state() == State.LOST
          ? LockLostException.of(granted)
          : LockLostException.ofExpired(name());
    }
  }

  @Override
  public String toString() {
    return "lock '" + name() + "'";
  }
}
