package io.sluice.locks;

import io.sluice.cluster.Limits;
import io.sluice.cluster.runtime.Resource;
import io.sluice.cluster.wire.Codec;
import io.sluice.protocol.Claim;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/**
 * A lock with rooms, of which one at a time is open: all threads in that room hold the lock
 * together, whichever node they belong to, and none holds it in another room.
 *
 * <pre>{@code
 * GroupLock migration = sluice.groupLock("migration");
 * migration.run("readers-v2", Duration.ofSeconds(2), _ -> store.read(row));
 * }</pre>
 *
 * <p>Rooms are served first come, first served: once a thread waits for another room, no thread of
 * another node is let into the open one.
 */
public final class GroupLock {

  private final Resource resource;
  private final Limits limits;
  private final DistributedLock exclusive;

  GroupLock(Resource resource) {
    this(resource, resource.usualLimits());
  }

  private GroupLock(Resource resource, Limits limits) {
    this.resource = resource;
    this.limits = limits;
    this.exclusive = new DistributedLock(new Acquisition(resource, Claim.EXCLUSIVE, limits));
  }

  /** The lock's name: the same lock in all nodes of the cluster. */
  public String name() {
    return resource.name();
  }

  /**
   * The same lock, but one whose rooms each thread holds for that time at most; as {@link
   * DistributedLock#holdAtMost}. The others in the room stay.
   *
   * <pre>{@code
   * migration.holdAtMost(Duration.ofMinutes(5)).run("readers-v2", _ -> store.read(row));
   * }</pre>
   *
   * @param time zero for no limit
   */
  public GroupLock holdAtMost(Duration time) {
    return new GroupLock(resource, limits.holdAtMost(time));
  }

  /**
   * The same lock, but one whose node warns of each thread that has been in a room for that time;
   * as {@link DistributedLock#warnAfter}.
   *
   * @param time zero for no warning
   */
  public GroupLock warnAfter(Duration time) {
    return new GroupLock(resource, limits.warnAfter(time));
  }

  /** Waits, without limit, until the room is open, and stays in it until the lease is closed. */
  public Lease enter(String room) throws InterruptedException {
    return entering(room).acquire();
  }

  /**
   * Waits until the room is open, and stays in it until the lease is closed.
   *
   * @throws TimeoutException if the room did not open in that time
   */
  public Lease enter(String room, Duration timeout) throws InterruptedException, TimeoutException {
    return entering(room).acquire(timeout);
  }

  /**
   * Enters the room if no thread is in another. Empty if there is one, or if the other nodes have
   * not answered within 100 ms.
   */
  public Optional<Lease> tryEnter(String room) throws InterruptedException {
    return entering(room).tryAcquire();
  }

  /** Asks for the room and does not wait. Cancelling the future withdraws the request. */
  public CompletableFuture<Lease> enterAsync(String room) {
    return entering(room).acquireAsync();
  }

  /** Runs the task in the room; as {@link DistributedLock#run(LockedTask)}. */
  public <X extends Exception> void run(String room, LockedTask<X> task)
      throws X, InterruptedException {
    entering(room).run(task);
  }

  /** Runs the task in the room; as {@link DistributedLock#run(Duration, LockedTask)}. */
  public <X extends Exception> void run(String room, Duration timeout, LockedTask<X> task)
      throws X, InterruptedException, TimeoutException {
    entering(room).run(timeout, task);
  }

  /** Calls the task in the room; as {@link DistributedLock#call(LockedCall)}. */
  public <T, X extends Exception> T call(String room, LockedCall<T, X> task)
      throws X, InterruptedException {
    return entering(room).call(task);
  }

  /** Calls the task in the room; as {@link DistributedLock#call(Duration, LockedCall)}. */
  public <T, X extends Exception> T call(String room, Duration timeout, LockedCall<T, X> task)
      throws X, InterruptedException, TimeoutException {
    return entering(room).call(timeout, task);
  }

  /** The lock on all rooms: its holder is alone, and no room is open. */
  public DistributedLock exclusive() {
    return exclusive;
  }

  private Acquisition entering(String room) {
    if (room.equals(Claim.ALONE)) {
      throw new IllegalArgumentException("a room needs a name that is not empty");
    }
    if (!Codec.isSendable(room)) {
      throw new IllegalArgumentException(
          "the name of a room has at most %,d bytes".formatted(Codec.LONGEST_TEXT));
    }
    return new Acquisition(resource, Claim.room(room), limits);
  }

  @Override
  public String toString() {
    return "group lock '" + name() + "'";
  }
}
