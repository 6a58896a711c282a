package io.sluice.cluster.membership;

import io.sluice.cluster.Member;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

/**
 * Holds back views that arrive before their news: a view with a newcomer may come before this
 * member is told that it can reach the newcomer, and would then make it suspect the newcomer for
 * good. What comes after such a view waits too, so the order of messages is kept. To the protocol
 * that is a slower network. A view does not wait longer than a given time, since one of its members
 * may really be out of reach.
 */
final class EarlyViews {

  /** A message that waits. */
  record Waiting(Member from, MembershipMessage message, long since) {}

  private final long longest;
  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private Set<Member> reachable;

  /**
   * @param longest how long a view may wait, in nanoseconds
   */
  EarlyViews(Member self, long longest) {
    this.longest = longest;
    this.reachable = Set.of(self);
  }

  void reach(Set<Member> members) {
    reachable = Set.copyOf(members);
  }

  /** Takes a message; {@link #next} gives it back, at once unless it has to wait. */
  void add(Member from, MembershipMessage message, long now) {
    waiting.add(new Waiting(from, message, now));
  }

  /** The next message that need not wait any longer, in the order of their arrival. */
  Optional<Waiting> next(long now) {
    var first = waiting.peek();
    if (first == null || (isEarly(first.message) && now - first.since < longest)) {
      return Optional.empty();
    }
    return Optional.of(waiting.remove());
  }

  private boolean isEarly(MembershipMessage message) {
    return message instanceof MembershipMessage.Decided(var proposal)
        && !reachable.containsAll(proposal.view().members());
  }
}
