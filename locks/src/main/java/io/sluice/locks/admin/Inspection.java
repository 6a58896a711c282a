package io.sluice.locks.admin;

import io.sluice.cluster.View;
import java.time.Duration;
import java.util.Optional;

/**
 * Questions to all members of a cluster about its locks. Each question is a message to every member
 * and its answer; members that do not answer in time are named in the result, which is then {@link
 * LockReport#partial partial}.
 *
 * <pre>{@code
 * LockReport report = sluice.inspect().lock("invoice-42");
 * if (!report.partial() && report.locks().isEmpty()) {
 *   log.info("free");
 * }
 * }</pre>
 *
 * <p>The members answer one after the other while threads acquire and release locks: a lock that is
 * handed over meanwhile may be seen with two holders, or with none.
 */
public interface Inspection {

  /** The same questions, with another time for the answers; 3 seconds unless set. */
  Inspection patience(Duration time);

  /** The members of the cluster; without members while this node is not one. Asks no member. */
  View view();

  /** All locks that are held or waited for. */
  LockReport locks() throws InterruptedException;

  /** The lock of that name; the report is empty if it is neither held nor waited for. */
  LockReport lock(String name) throws InterruptedException;

  /**
   * Takes the lock away from its holders. They lose it as a member does that is cut off: their
   * leases are no longer valid, {@code run} interrupts its task and throws {@code
   * LockLostException}, {@code onLost} is called. Only then is the lock granted to a waiting
   * request, with a higher fencing number. A thread that does not look at its lease goes on: give
   * {@link ForcedRelease#fence} to what the lock protects, if it refuses lower numbers.
   *
   * <p>Each forced release is logged by the holder's member and by this one, is an event {@code
   * io.sluice.ForcedRelease} of a flight recording, and counts in {@code
   * sluice.lock.forced.releases}.
   *
   * <p>A member that does not answer keeps what it holds until its lease ends, and is named in the
   * result. Locks that protect data cannot be taken away.
   *
   * @param reason for the log
   * @throws IllegalArgumentException if the lock protects data
   * @throws IllegalStateException if this node is not a member, so that it cannot ask the others
   */
  ForcedRelease release(String name, String reason) throws InterruptedException;

  /**
   * Takes the lock away from the holder with that fencing number only, if it still holds it.
   *
   * @throws IllegalArgumentException if the lock protects data
   * @throws IllegalStateException if this node is not a member, so that it cannot ask the others
   */
  default ForcedRelease release(String name, long fence, String reason)
      throws InterruptedException {
    return release(name, Optional.of(fence), reason);
  }

  /** Takes the lock away from all its holders, or from the one with that fencing number. */
  ForcedRelease release(String name, Optional<Long> fence, String reason)
      throws InterruptedException;
}
