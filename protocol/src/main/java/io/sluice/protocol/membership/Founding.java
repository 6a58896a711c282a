package io.sluice.protocol.membership;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.World;
import io.sluice.protocol.membership.Membership.State;
import io.sluice.protocol.membership.Message.Found;
import io.sluice.protocol.membership.Message.Start;
import io.sluice.protocol.membership.Phase.Over;
import io.sluice.protocol.membership.Phase.Seeking;
import java.util.List;

/**
 * A cluster without a fixed first address: every process may found one at any moment, even several
 * do, and yet no two clusters ever work at the same time, since only one of them can have the
 * answers of more than half of the processes that are {@link Expected}.
 *
 * <p>The rules are those of {@link Views}, and what is searched is {@link Membership} from the
 * moment at which all processes seek a cluster; or, in a layout of groups, those of the first group
 * are members of one already, and the others seek. A newcomer stands for a process that is started
 * in the place of another: it is started ({@link Start}) when a process has crashed or ended, so
 * that never more run than are expected.
 *
 * <p>Whether it is wise to found a cluster is not part of the rules. A live node does so when it is
 * in touch with enough others that seek one, too.
 */
public final class Founding {

  /** The numbers of the first views of two clusters are that far apart. */
  private static final long APART = 1 << 10;

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("membership-founding", Family.MEMBERSHIP, Founding::process)
          .source("our own")
          .cost("0 an entry; 2n(n-1) an interval, and about 5(n-1) a view")
          .tolerates("crashes, losses and pauses of less than half; messages in any order")
          .horizon(Membership.HORIZON)
          .pairInvariant("one-view", MembershipInvariants::oneView)
          .pairInvariant("one-cluster", Founding::oneCluster)
          .pairInvariant("lease-expired", Founding::leaseExpired)
          .pairInvariant("held-respected", MembershipInvariants::heldRespected)
          .settled(MembershipInvariants::settled)
          .noticed(MembershipOrders::noticed)
          .orders("found", Founding::foundings)
          .orders("disconnect", MembershipOrders::disconnects)
          .orders("lock", MembershipOrders::locks)
          .happenings("start", Founding::starts)
          .build();

  private Founding() {}

  private static Membership process(int self, Layout layout) {
    var members = layout.groups() == 1 ? ProcessSet.EMPTY : layout.members(0);
    return new Membership(self, layout, new Expected(layout.founders(), true), members);
  }

  /** Members of two clusters do not have leases at the same time. */
  private static boolean oneCluster(
      int one, State ofOne, int other, State ofOther, List<Message> there, List<Message> back) {
    long now = MembershipInvariants.present(ofOne, ofOther);
    return sameCluster(ofOne, ofOther) || !(ofOne.hasLease(now) && ofOther.hasLease(now));
  }

  /** When a view is open, no process of the same cluster has a lease outside it. */
  private static boolean leaseExpired(
      int one, State ofOne, int other, State ofOther, List<Message> there, List<Message> back) {
    return !sameCluster(ofOne, ofOther)
        || MembershipInvariants.leaseExpired(one, ofOne, other, ofOther, there, back);
  }

  private static boolean sameCluster(State one, State other) {
    return one.inForce().number() / APART == other.inForce().number() / APART;
  }

  private static List<Message> foundings(World<State, Message> world, int node) {
    return world.state(node).views().phase() instanceof Seeking
        ? List.of(new Found((node + 1) * APART))
        : List.of();
  }

  private static List<Message> starts(World<State, Message> world, int node) {
    boolean waits = world.state(node).presence() == Membership.Presence.ARRIVED;
    return waits && running(world) < world.layout().founders() ? List.of(new Start()) : List.of();
  }

  private static int running(World<State, Message> world) {
    int running = 0;
    for (int node = 0; node < world.layout().size(); node++) {
      var state = world.state(node);
      boolean ended = world.crashed(node) || state.views().phase() instanceof Over;
      running += state.isStarted() && !ended ? 1 : 0;
    }
    return running;
  }
}
