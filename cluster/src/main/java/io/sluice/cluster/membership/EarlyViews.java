package io.sluice.cluster.membership;

import io.sluice.cluster.Member;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Finds views that arrive too early: a view with a newcomer may come before this process is told
 * that it can reach the newcomer, and would make it suspect the newcomer for good. Such a view is
 * dropped; a member sends it again in answer to the next ping. To the protocol that is a lost
 * message. A view must not be kept and taken later: the process says meanwhile that it is no
 * member, and another cluster may be founded on its word.
 *
 * <p>After some time an early view is taken nevertheless, since one of its members may really be
 * out of reach.
 */
final class EarlyViews {

  private final long longest;
  private Set<Member> reachable;

  /** When the first of the views was dropped that have come too early since one was taken. */
  private OptionalLong since = OptionalLong.empty();

  /**
   * @param longest for how long views are dropped, in nanoseconds
   */
  EarlyViews(Member self, long longest) {
    this.longest = longest;
    this.reachable = Set.of(self);
  }

  /** The members that can be reached have changed; whether to ask for a view that was dropped. */
  boolean reach(Set<Member> members) {
    reachable = Set.copyOf(members);
    return isAwaited();
  }

  /** Whether a view was dropped that has to come again. */
  boolean isAwaited() {
    return since.isPresent();
  }

  /** Whether to drop the message. */
  boolean drops(MembershipMessage message, long now) {
    if (!(message instanceof MembershipMessage.Decided(var proposal))) {
      return false;
    }
    if (since.isEmpty()) {
      since = OptionalLong.of(now);
    }
    boolean early =
        !reachable.containsAll(proposal.view().members()) && now - since.getAsLong() < longest;
    if (!early) {
      since = OptionalLong.empty();
    }
    return early;
  }
}
