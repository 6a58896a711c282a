package io.sluice.protocol.membership;

import io.sluice.protocol.World;
import io.sluice.protocol.membership.Membership.State;
import io.sluice.protocol.membership.Message.Enter;
import io.sluice.protocol.membership.Message.Exit;
import io.sluice.protocol.membership.Message.OfCensus;
import io.sluice.protocol.membership.Message.Unreliable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the environment may tell a process of a cluster in a world. */
final class MembershipOrders {

  private MembershipOrders() {}

  /** A member may lose touch with any other member of its view at any moment. */
  static List<Message> disconnects(World<State, Message> world, int node) {
    var lost = new ArrayList<Message>();
    world
        .state(node)
        .views()
        .member()
        .ifPresent(
            member ->
                member
                    .view()
                    .without(node)
                    .minus(member.suspects())
                    .forEach(peer -> lost.add(new Unreliable(peer))));
    return lost;
  }

  /**
   * A message of the census travels on a connection, and its receiver is told when that breaks. A
   * message of the views may be lost without notice: it is sent again.
   */
  static Optional<Message> noticed(int from, Message lost) {
    return lost instanceof OfCensus ? Optional.of(new Unreliable(from)) : Optional.empty();
  }

  /**
   * The lock is granted in a view to any member, unless one holds it by the same view; and a holder
   * may release it.
   */
  static List<Message> locks(World<State, Message> world, int node) {
    var state = world.state(node);
    if (state.grant().current()) {
      return List.of(new Exit());
    }
    return state.mayEnter() && isFree(world, state.inForce().number())
        ? List.of(new Enter())
        : List.of();
  }

  private static boolean isFree(World<State, Message> world, long view) {
    for (int node = 0; node < world.layout().size(); node++) {
      var grant = world.state(node).grant();
      if (grant.current() && grant.view() == view) {
        return false;
      }
    }
    return true;
  }
}
