package io.sluice.protocol.membership;

import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.membership.Message.Accept;
import io.sluice.protocol.membership.Message.Accepted;
import io.sluice.protocol.membership.Message.OfViews;
import io.sluice.protocol.membership.Message.Prepare;
import io.sluice.protocol.membership.Message.Promise;
import java.util.Optional;

/**
 * One member's part in agreeing on the view that follows the current one: Paxos (Lamport, <em>The
 * part-time parliament</em>, ACM TOCS 16(2), 1998), one instance a view, with the members of the
 * current view as its acceptors. So there is at most one view of each number, and a view that has
 * lost its quorum has no successor.
 *
 * <p>Nothing has to be stored on disk: a member that comes back after a crash is another member.
 *
 * @param promised the highest ballot promised, or {@link #NONE}
 * @param under the ballot of the view accepted, or {@link #NONE}
 * @param attempt this member's own latest proposal
 */
public record Agreement(
    long promised, long under, Optional<Proposal> accepted, Optional<Attempt> attempt) {

  /** Lower than every ballot. */
  public static final long NONE = -1;

  /** Higher than the number of members, so that no two members have a ballot in common. */
  private static final long BALLOTS_A_ROUND = 1 << 16;

  static final Agreement NOTHING = new Agreement(NONE, NONE, Optional.empty(), Optional.empty());

  /**
   * A proposal and what has become of it.
   *
   * @param proposal what is proposed: the member's own, or the one that must be
   * @param highest the highest ballot of those under which the proposal was accepted before
   * @param accepting whether a quorum has promised, so that the members are asked to accept
   */
  public record Attempt(
      long ballot,
      Proposal proposal,
      long highest,
      ProcessSet promises,
      ProcessSet acceptances,
      boolean accepting) {

    private Attempt promisedBy(int member, long under, Optional<Proposal> before) {
      var all = promises.plus(member);
      // A view accepted before may be decided already: no other may be proposed (section 2.3).
      return before.isPresent() && under > highest
          ? new Attempt(ballot, before.get(), under, all, acceptances, accepting)
          : new Attempt(ballot, proposal, highest, all, acceptances, accepting);
    }

    private Attempt asking() {
      return new Attempt(ballot, proposal, highest, promises, acceptances, true);
    }

    private Attempt acceptedBy(int member) {
      return new Attempt(ballot, proposal, highest, promises, acceptances.plus(member), accepting);
    }
  }

  /** The processes that the proposals mention; promises and acceptances come from members. */
  ProcessSet mentioned() {
    return accepted
        .map(Proposal::mentioned)
        .orElse(ProcessSet.EMPTY)
        .plus(attempt.map(own -> own.proposal.mentioned()).orElse(ProcessSet.EMPTY));
  }

  /** Whether this member has accepted a view of which it does not know whether it is decided. */
  public boolean isMovingOn() {
    return accepted.isPresent();
  }

  /** The view that this member's own attempt has led to. */
  Optional<Proposal> decided(View view) {
    return attempt
        .filter(own -> own.accepting && view.isQuorum(own.acceptances))
        .map(Attempt::proposal);
  }

  /** Proposes the next view, under a higher ballot than any seen. */
  Agreement propose(View view, int self, Proposal proposal, Outbox<OfViews> out) {
    long seen = Math.max(promised, attempt.map(Attempt::ballot).orElse(NONE));
    long round = seen / BALLOTS_A_ROUND + 1;
    long ballot = round * BALLOTS_A_ROUND + view.members().indexOf(self);
    out.send(view.without(self), new Prepare(view.number() + 1, ballot));
    var own = new Attempt(ballot, proposal, NONE, ProcessSet.EMPTY, ProcessSet.EMPTY, false);
    return new Agreement(ballot, under, accepted, Optional.of(own))
        .onPromise(view, self, self, new Promise(view.number() + 1, ballot, under, accepted), out);
  }

  Agreement onPrepare(int from, Prepare asked, Outbox<OfViews> out) {
    if (asked.ballot() <= promised) {
      return this;
    }
    out.send(from, new Promise(asked.number(), asked.ballot(), under, accepted));
    return new Agreement(asked.ballot(), under, accepted, attempt);
  }

  Agreement onPromise(View view, int self, int from, Promise promise, Outbox<OfViews> out) {
    if (attempt.isEmpty() || attempt.get().ballot != promise.ballot() || attempt.get().accepting) {
      return this;
    }
    var own = attempt.get().promisedBy(from, promise.under(), promise.accepted());
    if (!view.isQuorum(own.promises)) {
      return with(own);
    }
    out.send(view.without(self), new Accept(own.ballot, own.proposal));
    var asking = with(own.asking());
    // This member may have promised more to another proposer meanwhile.
    return own.ballot >= promised
        ? asking.accepting(own.ballot, own.proposal).with(own.asking().acceptedBy(self))
        : asking;
  }

  Agreement onAccept(int from, Accept asked, Outbox<OfViews> out) {
    if (asked.ballot() < promised) {
      return this;
    }
    out.send(from, new Accepted(asked.proposal().view().number(), asked.ballot()));
    return accepting(asked.ballot(), asked.proposal());
  }

  Agreement onAccepted(int from, Accepted accepted) {
    return attempt
        .filter(own -> own.ballot == accepted.ballot() && own.accepting)
        .map(own -> with(own.acceptedBy(from)))
        .orElse(this);
  }

  private Agreement accepting(long ballot, Proposal proposal) {
    return new Agreement(ballot, ballot, Optional.of(proposal), attempt);
  }

  private Agreement with(Attempt own) {
    return new Agreement(promised, under, accepted, Optional.of(own));
  }
}
