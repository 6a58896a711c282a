package io.sluice.cluster.membership;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import io.sluice.cluster.membership.MembershipMessage.Accept;
import io.sluice.cluster.membership.MembershipMessage.Accepted;
import io.sluice.cluster.membership.MembershipMessage.Decided;
import io.sluice.cluster.membership.MembershipMessage.Listening;
import io.sluice.cluster.membership.MembershipMessage.Ping;
import io.sluice.cluster.membership.MembershipMessage.Pong;
import io.sluice.cluster.membership.MembershipMessage.Prepare;
import io.sluice.cluster.membership.MembershipMessage.Promise;
import io.sluice.cluster.membership.MembershipMessage.Proposal;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * How one view follows another: the members of a view agree on the next one by Paxos (Lamport,
 * <em>The part-time parliament</em>, ACM TOCS 16(2), 1998), one instance a view, in which the
 * members of the view before are the acceptors. For each number there is so at most one view,
 * whoever crashes or is cut off, and a view that has lost its quorum has no successor.
 *
 * <p>A member that comes back after a crash is another member, so nothing has to be stored.
 *
 * <p>No threads, clocks or I/O in here: words come in through {@link #hear} and go out through
 * {@link Post}.
 */
final class ViewAgreement {

  /** Takes what a member has to say. */
  interface Post {
    void tell(Member to, MembershipMessage word);

    /** The next view is decided; {@link #current} is it already. */
    void decided(Proposal proposal);
  }

  /** More than there are members, so that nobody else has the same ballot. */
  private static final long BALLOTS_OF_A_ROUND = 1 << 16;

  private static final long NONE = -1;

  private final Member self;
  private final Post post;
  private Proposal current;

  // As an acceptor of the next view.
  private long promised = NONE;
  private long under = NONE;
  private Optional<Proposal> accepted = Optional.empty();

  // As its proposer.
  private long ballot = NONE;
  private Optional<Proposal> mine = Optional.empty();
  private long highest = NONE;
  private final Set<Member> promises = new HashSet<>();
  private final Set<Member> acceptances = new HashSet<>();
  private boolean accepting;

  ViewAgreement(Member self, Proposal first, Post post) {
    this.self = self;
    this.current = first;
    this.post = post;
  }

  View current() {
    return current.view();
  }

  /** Tells somebody who is behind what the current view is. */
  void inform(Member behind) {
    post.tell(behind, new Decided(current));
  }

  /** Whether this member has agreed to a next view, of which it does not know whether it is one. */
  boolean isMovingOn() {
    return accepted.isPresent();
  }

  /** Proposes the next view, under a higher ballot than any seen. */
  void propose(Proposal proposal) {
    long round = Math.max(promised, ballot) / BALLOTS_OF_A_ROUND + 1;
    ballot = round * BALLOTS_OF_A_ROUND + current().members().indexOf(self);
    mine = Optional.of(proposal);
    highest = NONE;
    promises.clear();
    acceptances.clear();
    accepting = false;
    broadcast(new Prepare(next(), ballot));
  }

  /** A word has come; pings, pongs and ports are no concern of this class. */
  void hear(Member from, MembershipMessage word) {
    switch (word) {
      case Prepare(var number, var asked) when isDue(from, number) -> {
        if (asked > promised) {
          promised = asked;
          tell(from, new Promise(number, asked, under, accepted));
        }
      }
      case Promise promise when isDue(from, promise.number()) -> onPromise(from, promise);
      case Accept(var asked, var proposal) when isDue(from, proposal.view().number()) -> {
        if (asked >= promised) {
          promised = asked;
          under = asked;
          accepted = Optional.of(proposal);
          tell(from, new Accepted(proposal.view().number(), asked));
        }
      }
      case Accepted(var number, var asked) when isDue(from, number) -> onAccepted(from, asked);
      case Decided(var proposal) -> onDecided(proposal);
      case Prepare _, Promise _, Accept _, Accepted _, Ping _, Pong _, Listening _ -> {}
    }
  }

  private long next() {
    return current().number() + 1;
  }

  /** Only members of the current view have a say in the next. Whoever is behind is told. */
  private boolean isDue(Member from, long number) {
    if (number < next()) {
      inform(from);
    }
    return number == next() && current().members().contains(from);
  }

  private void onPromise(Member from, Promise promise) {
    if (promise.ballot() != ballot || accepting) {
      return;
    }
    promises.add(from);
    if (promise.accepted().isPresent() && promise.under() > highest) {
      // It may have been decided already: nothing else may be proposed any more.
      highest = promise.under();
      mine = promise.accepted();
    }
    if (current().isQuorum(promises)) {
      accepting = true;
      broadcast(new Accept(ballot, mine.orElseThrow()));
    }
  }

  private void onAccepted(Member from, long asked) {
    if (asked != ballot || !accepting) {
      return;
    }
    acceptances.add(from);
    if (current().isQuorum(acceptances)) {
      var proposal = mine.orElseThrow();
      var told = new HashSet<>(current().members());
      told.addAll(proposal.view().members());
      told.remove(self);
      told.forEach(member -> post.tell(member, new Decided(proposal)));
      onDecided(proposal);
    }
  }

  private void onDecided(Proposal proposal) {
    if (proposal.view().number() <= current().number()) {
      return;
    }
    current = proposal;
    promised = NONE;
    under = NONE;
    accepted = Optional.empty();
    ballot = NONE;
    mine = Optional.empty();
    accepting = false;
    post.decided(proposal);
  }

  private void broadcast(MembershipMessage word) {
    // Oneself last: with that the matter may be decided, and the members others than these.
    current().members().stream()
        .filter(member -> !member.equals(self))
        .forEach(member -> post.tell(member, word));
    hear(self, word);
  }

  private void tell(Member to, MembershipMessage word) {
    if (to.equals(self)) {
      hear(self, word);
    } else {
      post.tell(to, word);
    }
  }
}
