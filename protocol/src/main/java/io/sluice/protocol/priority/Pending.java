package io.sluice.protocol.priority;

import io.sluice.protocol.ProcessId;
import java.util.Comparator;

/**
 * A request in a participant's queue.
 *
 * @param via the child that it came from, or the participant itself
 * @param sent whether the parent has been told of it
 */
public record Pending(Wish wish, @ProcessId int via, boolean sent) {

  /** The oldest first. */
  static final Comparator<Pending> AGE =
      Comparator.<Pending>comparingInt(pending -> pending.wish.ticket().time())
          .thenComparingInt(pending -> pending.wish.ticket().node())
          .thenComparingInt(Pending::via);

  Pending sentOn() {
    return new Pending(wish, via, true);
  }
}
