package io.sluice.protocol.membership;

import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.World;
import io.sluice.protocol.membership.Membership.State;
import io.sluice.protocol.membership.Message.Decided;
import io.sluice.protocol.membership.Phase.Resting;
import io.sluice.protocol.membership.Phase.Seeking;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the rules of membership promise of every two processes, and where they lead. */
final class MembershipInvariants {

  private MembershipInvariants() {}

  /** There is at most one view of each number. */
  static boolean oneView(
      int one, State ofOne, int other, State ofOther, List<Message> there, List<Message> back) {
    var known = new HashMap<Long, Proposal>();
    return agree(known, current(ofOne))
        && agree(known, current(ofOther))
        && there.stream().allMatch(message -> agree(known, decided(message)))
        && back.stream().allMatch(message -> agree(known, decided(message)));
  }

  private static Optional<Proposal> current(State state) {
    return state.views().member().map(Phase.Member::current);
  }

  private static Optional<Proposal> decided(Message message) {
    return message instanceof Decided(var proposal) ? Optional.of(proposal) : Optional.empty();
  }

  private static boolean agree(Map<Long, Proposal> known, Optional<Proposal> view) {
    return view.isEmpty()
        || known.merge(view.get().view().number(), view.get(), (one, _) -> one).equals(view.get());
  }

  /** When a view is open, no process outside it has a lease. */
  static boolean leaseExpired(
      int one, State ofOne, int other, State ofOther, List<Message> there, List<Message> back) {
    return leaseExpired(ofOne, other, ofOther) && leaseExpired(ofOther, one, ofOne);
  }

  private static boolean leaseExpired(State opener, int other, State ofOther) {
    var view = opener.inForce();
    boolean open = opener.census().isOpen() && view.number() > ofOther.inForce().number();
    return !open
        || view.has(other)
        || ofOther.views().leaving()
        || !ofOther.hasLease(present(opener, ofOther));
  }

  /** The clock of the one that is not paused. */
  static long present(State one, State other) {
    return Math.max(one.views().now(), other.views().now());
  }

  /** No two processes hold the lock, each with a lease. */
  static boolean heldRespected(
      int one, State ofOne, int other, State ofOther, List<Message> there, List<Message> back) {
    long now = present(ofOne, ofOther);
    return !(holds(ofOne, now) && holds(ofOther, now));
  }

  private static boolean holds(State state, long now) {
    return state.grant().current() && state.hasLease(now);
  }

  /** A later view has higher fencing numbers. */
  static boolean fencesRise(
      int one, State ofOne, int other, State ofOther, List<Message> there, List<Message> back) {
    var grant = ofOne.grant();
    var rival = ofOther.grant();
    return Long.signum(grant.view() - rival.view()) == Long.signum(grant.fence() - rival.fence());
  }

  /**
   * Every process that has not ended is in one view, which is open at each of its members, and of
   * which no member is suspected or on its way out.
   */
  static boolean settled(World<State, Message> world) {
    var members = ProcessSet.EMPTY;
    boolean seeking = false;
    for (int node = 0; node < world.layout().size(); node++) {
      var state = world.state(node);
      if (!world.crashed(node) && state.isStarted()) {
        var phase = state.views().phase();
        seeking |= phase instanceof Seeking || phase instanceof Resting;
        members = state.views().member().isPresent() ? members.plus(node) : members;
      }
    }
    if (members.isEmpty()) {
      return true;
    }
    boolean[] open = {!seeking};
    var all = members;
    members.forEach(node -> open[0] &= isOpen(world.state(node), all));
    return open[0];
  }

  private static boolean isOpen(State state, ProcessSet members) {
    var member = state.views().member().orElseThrow();
    return member.view().memberSet().equals(members)
        && !member.isWaiting()
        && member.suspects().isEmpty()
        && !state.views().leaving()
        && state.census().isOpen()
        && state.hasLease(state.views().now());
  }
}
