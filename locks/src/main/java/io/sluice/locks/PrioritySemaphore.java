package io.sluice.locks;

import io.sluice.cluster.Limits;
import io.sluice.cluster.runtime.Resource;
import io.sluice.locks.recipe.MultiLease;
import io.sluice.protocol.Claim;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Several equal units of something, such as radio frequencies, shared by all nodes of a cluster.
 * Each unit has one holder at most, and the more urgent requests are served first.
 *
 * <pre>{@code
 * PrioritySemaphore frequencies = sluice.prioritySemaphore("frequency", 4);
 * frequencies.run(Priority.HIGH, lease -> radio.tune(lease.unit(), lease.fence()));
 * }</pre>
 *
 * <p>A unit that becomes free goes to the most urgent waiting request, among equals to the
 * earliest. So less urgent requests wait as long as more urgent ones keep coming. A holder is never
 * made to release its unit for a more urgent request.
 */
public final class PrioritySemaphore {

  private final Resource resource;
  private final int units;
  private final Limits limits;
  private final Supplier<PrioritySemaphore> gate;

  /**
   * @param gate the semaphore of one unit that a request for several units holds until it has them
   */
  PrioritySemaphore(Resource resource, int units, Supplier<PrioritySemaphore> gate) {
    this(resource, units, resource.usualLimits(), gate);
  }

  private PrioritySemaphore(
      Resource resource, int units, Limits limits, Supplier<PrioritySemaphore> gate) {
    this.resource = resource;
    this.units = units;
    this.limits = limits;
    this.gate = gate;
  }

  /** The semaphore's name: the same semaphore in all nodes of the cluster. */
  public String name() {
    return resource.name();
  }

  /** How many units there are. */
  public int units() {
    return units;
  }

  /**
   * The same semaphore, but one whose units are lost when they have been held for that time; as
   * {@link DistributedLock#holdAtMost}. Several units that are acquired together are lost together:
   * the time begins when all are held.
   *
   * <pre>{@code
   * frequencies
   *     .holdAtMost(Duration.ofMinutes(5))
   *     .run(Priority.LOW, lease -> radio.tune(lease.unit(), lease.fence()));
   * }</pre>
   *
   * @param time zero for no limit
   */
  public PrioritySemaphore holdAtMost(Duration time) {
    return new PrioritySemaphore(resource, units, limits.holdAtMost(time), gate);
  }

  /**
   * The same semaphore, but one whose node warns of each unit that has been held for that time; as
   * {@link DistributedLock#warnAfter}.
   *
   * @param time zero for no warning
   */
  public PrioritySemaphore warnAfter(Duration time) {
    return new PrioritySemaphore(resource, units, limits.warnAfter(time), gate);
  }

  /** Waits for a unit, without limit, and holds it until the lease is closed. */
  public Lease acquire(Priority priority) throws InterruptedException {
    return asking(priority).acquire();
  }

  /**
   * Waits for a unit, and holds it until the lease is closed.
   *
   * @throws TimeoutException if none was granted in that time
   */
  public Lease acquire(Priority priority, Duration timeout)
      throws InterruptedException, TimeoutException {
    return asking(priority).acquire(timeout);
  }

  /**
   * Waits for several units, and holds them until the lease is closed. Requests for several units
   * collect theirs one after the other, each in its turn, so that two of them never wait for each
   * other; the more urgent first. A thread that holds a unit already must not ask for more.
   *
   * <pre>{@code
   * PrioritySemaphore frequencies = sluice.prioritySemaphore("frequency", 4);
   * try (MultiLease lease = frequencies.acquire(2, Priority.HIGH, Duration.ofSeconds(2))) {
   *   lease.leases().forEach(each -> radio.tune(each.unit(), each.fence()));
   * }
   * }</pre>
   *
   * @param count how many, from 1 to {@link #units}
   * @throws TimeoutException if they were not all granted in that time; none is held then
   * @throws LockLostException if one was lost while others were waited for; none is held then
   */
  public MultiLease acquire(int count, Priority priority, Duration timeout)
      throws InterruptedException, TimeoutException {
    if (count < 1 || count > units) {
      throw new IllegalArgumentException(
          "semaphore '%s' has %d units; ask for 1 to %d, not %d"
              .formatted(name(), units, units, count));
    }
    long start = System.nanoTime();
    var asking = Collections.nCopies(count, asking(priority));
    // Who holds the gate waits, so that is no reason for a warning; the units are what is held.
    try (var turn = gate.get().warnAfter(Duration.ZERO).acquire(priority, timeout)) {
      return new Several(toString(), asking, turn::ensureValid)
          .acquire(timeout.minusNanos(System.nanoTime() - start));
    } catch (TimeoutException e) { // It says what was left of the time, and may name the gate.
      throw new TimeoutException(
          "timed out after %d ms waiting for %d of %d units of semaphore '%s'"
              .formatted(timeout.toMillis(), count, units, name()));
    }
  }

  /**
   * Acquires a unit if one is free. Empty if none is, or if the other nodes have not answered
   * within 100 ms.
   */
  public Optional<Lease> tryAcquire(Priority priority) throws InterruptedException {
    return asking(priority).tryAcquire();
  }

  /** Asks for a unit and does not wait. Cancelling the future withdraws the request. */
  public CompletableFuture<Lease> acquireAsync(Priority priority) {
    return asking(priority).acquireAsync();
  }

  /** Runs the task while holding a unit; as {@link DistributedLock#run(LockedTask)}. */
  public <X extends Exception> void run(Priority priority, LockedTask<X> task)
      throws X, InterruptedException {
    asking(priority).run(task);
  }

  /** Runs the task while holding a unit; as {@link DistributedLock#run(Duration, LockedTask)}. */
  public <X extends Exception> void run(Priority priority, Duration timeout, LockedTask<X> task)
      throws X, InterruptedException, TimeoutException {
    asking(priority).run(timeout, task);
  }

  /** Calls the task while holding a unit; as {@link DistributedLock#call(LockedCall)}. */
  public <T, X extends Exception> T call(Priority priority, LockedCall<T, X> task)
      throws X, InterruptedException {
    return asking(priority).call(task);
  }

  /** Calls the task while holding a unit; as {@link DistributedLock#call(Duration, LockedCall)}. */
  public <T, X extends Exception> T call(Priority priority, Duration timeout, LockedCall<T, X> task)
      throws X, InterruptedException, TimeoutException {
    return asking(priority).call(timeout, task);
  }

  private Acquisition asking(Priority priority) {
    return new Acquisition(
        resource, Claim.EXCLUSIVE.toUnit(Claim.ANY_UNIT).withPriority(priority.number()), limits);
  }

  @Override
  public String toString() {
    return "semaphore '%s' of %d units".formatted(name(), units);
  }
}
