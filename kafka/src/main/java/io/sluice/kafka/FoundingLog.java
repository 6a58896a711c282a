package io.sluice.kafka;

import io.sluice.cluster.Member;
import java.util.OptionalLong;

/**
 * Which node may found a cluster, as the announcements tell.
 *
 * <p>All announcements are in one partition, in one order that is the same for all nodes. A
 * member's lease depends on its announcements: they have been read by a quorum, and by itself, so
 * it has read everything before them. Therefore
 *
 * <ul>
 *   <li>no node holds a lease if the log shows no member's announcement for longer than a lease;
 *       nor if it shows the end of the cluster, or if it has never shown a member at all;
 *   <li>of several nodes that claim to found a cluster at that point, the first in the log does,
 *       and all others see that;
 *   <li>a node that still believed itself a member reads of the new cluster before it has a lease
 *       again, and gives up.
 * </ul>
 *
 * <p>Time is measured between the node's own announcements: from having read one until sending
 * another that is read as well. Not thread-safe; the caller passes the time.
 */
final class FoundingLog {

  /** What an announcement means for its reader. */
  enum Meaning {
    /** Nothing that concerns the beginning of a cluster. */
    NOTHING,
    /** There is no cluster: one may claim to begin one, having read as far as this. */
    VACANT,
    /** The node's own claim was the first: it founds the cluster. */
    BEGIN,
    /** A cluster has begun in which one is no member, whatever one was. */
    REPLACED
  }

  /** How much longer than a lease to wait for its end: clocks do not run equally fast. */
  private static final double MARGIN = 1.2;

  private static final long NEVER = -1;

  private final Member self;
  private final long lease;

  private boolean vacant;

  /** Where the last sign of a cluster stands. */
  private long lastSign = NEVER;

  /** When the node's own first announcement after the last sign was read. */
  private OptionalLong quietSince = OptionalLong.empty();

  /**
   * @param lease in nanoseconds
   * @param whole whether the log will be read from its very beginning
   */
  FoundingLog(Member self, long lease, boolean whole) {
    this.self = self;
    this.lease = lease;
    this.vacant = whole;
  }

  /**
   * An announcement has been read.
   *
   * @param at its offset in the log
   */
  Meaning read(long at, Member from, Announcement announcement, long now) {
    return switch (announcement) {
      case Announcement.Present(var ping) when from.equals(self) && ping.view() == 0 -> {
        if (quietSince.isEmpty()) {
          quietSince = OptionalLong.of(now);
        }
        long quiet = ping.sent() - quietSince.getAsLong();
        yield vacant || quiet > lease * MARGIN ? Meaning.VACANT : Meaning.NOTHING;
      }
      case Announcement.Present(var ping) -> {
        if (ping.view() != 0) {
          sign(at);
        }
        yield Meaning.NOTHING;
      }
      case Announcement.Found(var read) -> claimed(at, from, read);
      case Announcement.Closed() -> {
        vacant = true;
        yield Meaning.NOTHING;
      }
      case Announcement.Gone() -> Meaning.NOTHING;
    };
  }

  private Meaning claimed(long at, Member from, long read) {
    if (lastSign > read) {
      return Meaning.NOTHING; // Too late, as the claiming node will see too.
    }
    sign(at);
    return from.equals(self) ? Meaning.BEGIN : Meaning.REPLACED;
  }

  private void sign(long at) {
    lastSign = at;
    vacant = false;
    quietSince = OptionalLong.empty();
  }
}
