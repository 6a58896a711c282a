package io.sluice.protocol.exclusive;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Rare;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.exclusive.Ballot.Answer;
import io.sluice.protocol.exclusive.Voting.Message;
import io.sluice.protocol.exclusive.Voting.Phase.Idle;
import io.sluice.protocol.exclusive.Voting.Phase.Inside;
import io.sluice.protocol.exclusive.Voting.Phase.Waiting;
import io.sluice.protocol.exclusive.Voting.State;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Maekawa, <em>A sqrt(N) algorithm for mutual exclusion in decentralized systems</em>, ACM TOCS
 * 3(2), 1985, with the correction of Sanders, ACM TOCS 5(3), 1987.
 *
 * <p>A process asks only its voting set, about sqrt(n) processes, and enters with all their votes.
 * Each process has one vote, and every two voting sets have a member in common, which gives
 * exclusion. {@link Voting} defines how votes are given, and taken back where candidates block each
 * other; {@link VotingSets} has the sets.
 *
 * <p>Costs, for each other member of the voting set, 3 messages without competition, and about 4
 * when all processes compete. A voting set has about sqrt(n) members in a projective plane, twice
 * that in a grid. Needs reliable FIFO channels. A crash blocks every process whose voting set
 * contains the crashed one, or that needs a vote that it had. Grants are fenced: a release tells
 * the voters the number of the entry, a vote tells the candidate the highest that the voter knows,
 * and an entry takes the next one after all of its voters'.
 */
public final class Maekawa implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM = over(VotingSets::smallest);

  private final Voting voting;
  private final VotingSets sets;
  private final int self;

  private Maekawa(int self, VotingSets sets) {
    this.self = self;
    this.sets = sets;
    this.voting = new Voting(self);
  }

  /** The algorithm over the given voting sets, which depend on the number of processes. */
  public static Algorithm<State, Message> over(IntFunction<VotingSets> sets) {
    return Algorithm.<State, Message>of(
            "maekawa",
            Family.EXCLUSIVE,
            (self, layout) -> new Maekawa(self, sets.apply(layout.size())))
        .source("Maekawa, ACM TOCS 3(2), 1985; Sanders, ACM TOCS 5(3), 1987")
        .cost("3 to about 4 per other member of the voting set")
        .clocks(Algorithm.Clocks.APART)
        .fenced()
        .pairInvariant("one-vote", Maekawa::votesAreWithWhomTheirVotersChose)
        .build();
  }

  @Override
  public State initial() {
    return State.INITIAL;
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) -> voting.ask(s, sets.of(self), out);
      case Release() -> voting.release(s, out);
      case Receive(var from, var message) -> voting.receive(s, from, message, out);
      case Rare<Message> _ -> s;
    };
  }

  private static boolean votesAreWithWhomTheirVotersChose(
      int one, State ofOne, int other, State ofOther, List<Message> there, List<Message> back) {
    // A process that has crashed looks like one that has not begun, and proves nothing.
    return ofOne.equals(State.INITIAL)
        || ofOther.equals(State.INITIAL)
        || (voteIsInOnePlace(one, ofOne, other, ofOther, there, back)
            && voteIsInOnePlace(other, ofOther, one, ofOne, back, there));
  }

  /** A voter's vote is on its way, with the candidate, or on its way back, and then chosen. */
  private static boolean voteIsInOnePlace(
      int voter,
      State ofVoter,
      int candidate,
      State ofCandidate,
      List<Message> there,
      List<Message> back) {
    boolean held =
        switch (ofCandidate.phase()) {
          case Idle() -> false;
          case Waiting(var ballot) ->
              ballot.has(voter, Answer.GIVEN) || ballot.has(voter, Answer.WANTED);
          case Inside(var voters) -> voters.contains(voter);
        };
    long places =
        (held ? 1 : 0)
            + there.stream().filter(Message.Vote.class::isInstance).count()
            + back.stream()
                .filter(m -> m instanceof Message.Yield || m instanceof Message.Release)
                .count();
    boolean chosen = ofVoter.choice().map(ticket -> ticket.node() == candidate).orElse(false);
    return places == (chosen ? 1 : 0);
  }
}
