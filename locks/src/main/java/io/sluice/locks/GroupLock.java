package io.sluice.locks;

import io.sluice.cluster.runtime.Resource;
import io.sluice.cluster.wire.Codec;
import io.sluice.protocol.Claim;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/**
 * A lock with rooms, of which one at a time is open: all who enter the same room are inside
 * together, whichever node they belong to, and nobody is in another.
 *
 * <p>First come, first served between rooms: once somebody waits for another room, nobody from
 * another node is let into the open one.
 */
public final class GroupLock {

  private final Resource resource;
  private final DistributedLock alone;

  GroupLock(Resource resource) {
    this.resource = resource;
    this.alone = new DistributedLock(resource, Claim.EXCLUSIVE);
  }

  public String name() {
    return resource.name();
  }

  /** Waits until the room is open, and stays in it until the lease is closed. */
  public Lease enter(String room) throws InterruptedException {
    return lock(room).acquire();
  }

  /**
   * Waits until the room is open, and stays in it until the lease is closed.
   *
   * @throws TimeoutException if it is not to be entered in that time
   */
  public Lease enter(String room, Duration patience) throws InterruptedException, TimeoutException {
    return lock(room).acquire(patience);
  }

  /** Enters the room if nobody is in another; see {@link DistributedLock#tryLock()}. */
  public Optional<Lease> tryEnter(String room) throws InterruptedException {
    return lock(room).tryAcquire();
  }

  /** Asks for the room and does not wait. Cancelling the future gives up the request. */
  public CompletableFuture<Lease> enterAsync(String room) {
    return lock(room).acquireAsync();
  }

  /** The lock on the whole: whoever has it is alone, in no room. */
  public DistributedLock exclusive() {
    return alone;
  }

  private DistributedLock lock(String room) {
    if (room.equals(Claim.ALONE)) {
      throw new IllegalArgumentException("a room has a name");
    }
    if (!Codec.isSendable(room)) {
      throw new IllegalArgumentException(
          "the name of a room has at most %,d bytes".formatted(Codec.LONGEST_TEXT));
    }
    return new DistributedLock(resource, Claim.room(room));
  }
}
