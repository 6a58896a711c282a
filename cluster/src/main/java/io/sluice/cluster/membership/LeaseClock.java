package io.sluice.cluster.membership;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Until when a member may rely on being one.
 *
 * <p>It asks all members of its view again and again; each answer says: as of the moment you asked
 * I had not agreed to a next view. So at the time of the latest question that a whole quorum has
 * answered, no next view was decided; whoever decides one later waits as long as a lease lasts
 * before acting on it.
 */
final class LeaseClock {

  private final long lease;
  private final Map<Member, Long> answered = new HashMap<>();
  private volatile long until;

  /**
   * @param lease how long it lasts, in nanoseconds
   * @param now the present, so that nothing is held yet
   */
  LeaseClock(long lease, long now) {
    this.lease = lease;
    this.until = now;
  }

  long until() {
    return until;
  }

  /** A member has answered a question; so may oneself, as long as it would answer others. */
  void answer(View view, Member from, long asked, long now) {
    answered.merge(from, asked, (one, other) -> one - other > 0 ? one : other);
    Set<Member> agreeing = new HashSet<>();
    var latestFirst =
        view.members().stream()
            .filter(answered::containsKey)
            .sorted(Comparator.comparingLong((Member member) -> now - askedOf(member)))
            .toList();
    for (Member member : latestFirst) {
      agreeing.add(member);
      if (view.isQuorum(agreeing)) {
        long end = askedOf(member) + lease;
        until = end - until > 0 ? end : until;
        return;
      }
    }
  }

  private long askedOf(Member member) {
    return answered.getOrDefault(member, 0L);
  }

  /** A new view: answers given in the one before count no more. */
  void renew() {
    answered.clear();
  }
}
