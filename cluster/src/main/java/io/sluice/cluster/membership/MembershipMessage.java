package io.sluice.cluster.membership;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import java.util.List;
import java.util.Optional;

/** What nodes tell each other about their membership. Public only for the codec. */
public sealed interface MembershipMessage {

  /**
   * A view to come.
   *
   * @param excluded the members of the view before that are not in this one although they have not
   *     taken leave, and those whom earlier views excluded just now: they may believe themselves
   *     inside until their leases end
   */
  record Proposal(View view, List<Member> excluded) {
    public Proposal {
      excluded = List.copyOf(excluded);
    }
  }

  /**
   * I am here, and ask for my lease.
   *
   * @param view the number of my view, or 0 if I have none and seek to be in one
   * @param sent my clock
   * @param leaving whether I want to be left out of the next view, holding nothing any more
   * @param suspects the members of my view that I have lost touch with
   * @param counts whether I am one of the processes that the cluster expects
   */
  record Ping(long view, long sent, boolean leaving, List<Member> suspects, boolean counts)
      implements MembershipMessage {}

  /**
   * As of your ping, I have agreed to no view without you.
   *
   * @param counts whether I am one of the processes that the cluster expects
   */
  record Pong(long view, long sent, boolean counts) implements MembershipMessage {}

  /** Paxos, phase 1: promise to accept nothing under a lower ballot. */
  record Prepare(long number, long ballot) implements MembershipMessage {}

  /**
   * I promise.
   *
   * @param under the ballot under which I accepted something before, if I did
   */
  record Promise(long number, long ballot, long under, Optional<Proposal> accepted)
      implements MembershipMessage {}

  /** Paxos, phase 2: accept this view. */
  record Accept(long ballot, Proposal proposal) implements MembershipMessage {}

  /** I have accepted. */
  record Accepted(long number, long ballot) implements MembershipMessage {}

  /** That is the view, for good. */
  record Decided(Proposal proposal) implements MembershipMessage {}

  /**
   * I take frames at this port.
   *
   * @param asking whether I want to know yours, since I have only now come into touch with you
   */
  record Listening(int port, boolean asking) implements MembershipMessage {}
}
