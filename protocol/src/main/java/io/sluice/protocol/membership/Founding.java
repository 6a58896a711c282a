package io.sluice.protocol.membership;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Name;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.World;
import io.sluice.protocol.membership.Membership.State;
import io.sluice.protocol.membership.Message.Found;
import io.sluice.protocol.membership.Message.Start;
import io.sluice.protocol.membership.Phase.Over;
import io.sluice.protocol.membership.Phase.Seeking;
import java.util.List;
import java.util.Optional;

/**
 * A cluster without a fixed first address: every process may found one at any moment, even several
 * do, and yet no two clusters ever work at the same time, since only one of them can have the
 * answers of more than half of the processes that are {@link Expected}.
 *
 * <p>The rules are those of {@link Views}, and what is searched is {@link Membership} from the
 * moment at which all processes seek a cluster; or some are members of one already, and the others
 * seek. A newcomer stands for a process that is started in the place of another: it is started
 * ({@link Start}) when a process has crashed or ended, so that never more run than are expected.
 * Guests are not expected; they run from the beginning, and any number of them may.
 *
 * <p>Whether it is wise to found a cluster is not part of the rules. A live node does so when it is
 * in touch with enough others that seek one, too; and guests found none. Here they may.
 */
public final class Founding {

  /** The numbers of the first views of two clusters are that far apart. */
  private static final long APART = 1 << 10;

  private static final String NAME = "membership-founding";

  public static final Algorithm<State, Message> ALGORITHM = new Founding(0, 0).algorithm();

  private final int members;
  private final int guests;

  private Founding(int members, int guests) {
    this.members = members;
    this.guests = guests;
  }

  /**
   * The algorithm of a name such as {@code membership-founding:members=2:guests=1}: the first two
   * processes are members of a cluster from the beginning, and the last of those that run then is a
   * guest.
   */
  public static Optional<Algorithm<State, Message>> find(String name) {
    var parts = Name.of(name);
    return parts.head().equals(NAME)
        ? parts.configure(new Founding(0, 0), Founding::with).map(Founding::algorithm)
        : Optional.empty();
  }

  private Optional<Founding> with(String option) {
    var first = Name.number(option, "members");
    if (first.isPresent()) {
      return Optional.of(new Founding(first.getAsInt(), guests));
    }
    var last = Name.number(option, "guests");
    return last.isPresent()
        ? Optional.of(new Founding(members, last.getAsInt()))
        : Optional.empty();
  }

  private String name() {
    return NAME
        + (members == 0 ? "" : ":members=" + members)
        + (guests == 0 ? "" : ":guests=" + guests);
  }

  private Algorithm<State, Message> algorithm() {
    return Algorithm.of(name(), Family.MEMBERSHIP, this::process)
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
        .happenings("start", this::starts)
        .build();
  }

  private Membership process(int self, Layout layout) {
    if (expected(layout) < Math.max(1, members)) {
      throw new IllegalArgumentException(
          "%s has fewer processes that count than %s needs".formatted(layout, name()));
    }
    var expected = new Expected(expected(layout), !isGuest(self, layout));
    return new Membership(self, layout, expected, ProcessSet.range(0, members));
  }

  private int expected(Layout layout) {
    return layout.founders() - guests;
  }

  private boolean isGuest(int node, Layout layout) {
    return expected(layout) <= node && node < layout.founders();
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

  private List<Message> starts(World<State, Message> world, int node) {
    boolean waits = world.state(node).presence() == Membership.Presence.ARRIVED;
    return waits && running(world) < expected(world.layout()) ? List.of(new Start()) : List.of();
  }

  /** How many of the expected processes run. */
  private int running(World<State, Message> world) {
    int running = 0;
    for (int node = 0; node < world.layout().size(); node++) {
      var state = world.state(node);
      boolean ended = world.crashed(node) || state.views().phase() instanceof Over;
      boolean counts = !isGuest(node, world.layout());
      running += counts && state.isStarted() && !ended ? 1 : 0;
    }
    return running;
  }
}
