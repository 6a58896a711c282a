package io.sluice.protocol.membership;

import io.sluice.protocol.ProcessSet;

/**
 * The census of a view: which members have not reported yet what they hold from earlier views.
 *
 * <p>The lock protocols of a view start from nothing, while members may hold locks by the protocols
 * of earlier views. So each member ceases to act in earlier views when a view comes into force, and
 * then reports to all others what it still holds. The view is open at a member once every member
 * has reported: a lock that is held is not granted until its holder has released it ({@link
 * Holders}), and for every other lock the view's own protocol decides.
 */
public record Census(ProcessSet unheard) {

  /** No member has reported. */
  public static Census of(ProcessSet members) {
    return new Census(members);
  }

  /** A member has reported everything that it holds. */
  public Census reportedBy(int member) {
    return new Census(unheard.minus(member));
  }

  public boolean isOpen() {
    return unheard.isEmpty();
  }
}
