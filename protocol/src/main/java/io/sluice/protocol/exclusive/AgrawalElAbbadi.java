package io.sluice.protocol.exclusive;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Excluded;
import io.sluice.protocol.Input.Rare;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessId;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.exclusive.AgrawalElAbbadi.State;
import io.sluice.protocol.exclusive.Voting.Message;
import java.util.List;
import java.util.stream.Stream;

/**
 * Agrawal and El Abbadi, <em>An efficient and fault-tolerant solution for distributed mutual
 * exclusion</em>, ACM TOCS 9(1), 1991.
 *
 * <p>Processes are the nodes of a binary tree. To enter, a process needs the votes of a path from
 * the root to a leaf; two paths, one through each child, replace a failed process. Any two such
 * quorums have a member in common: see {@link TreeQuorums}. {@link Voting} defines how votes are
 * given, and taken back where candidates block each other.
 *
 * <p>Costs 3 messages for each other process on the path, about 3 log2(n), without competition, and
 * about 4 when all processes compete. Each failure on the path adds at most another path below it.
 * If the survivors contain no quorum, such as one of three, a process that asks waits forever; no
 * process enters wrongly. Needs reliable FIFO channels.
 *
 * <p>Assumed of the view: an excluded process has stopped for good and is not inside, so a voter
 * that has voted for it may vote for another. Every process learns of each exclusion eventually, at
 * different times and in any order, since any two quorums intersect whichever processes each side
 * takes for failed. A voter that has stopped needs no successor: a candidate that has its vote has
 * the votes of a whole quorum, and a candidate without it uses a quorum that intersects that one
 * elsewhere.
 *
 * <p>Grants are fenced as in {@link Maekawa}. A process that stops inside reports the number of its
 * entry to no process, so numbers after an exclusion start above all earlier ones. For that, if
 * several processes stop, all survivors must learn of them in the same order.
 */
public final class AgrawalElAbbadi implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("agrawal-elabbadi", Family.EXCLUSIVE, AgrawalElAbbadi::new)
          .source("Agrawal and El Abbadi, ACM TOCS 9(1), 1991")
          .cost("3 to about 4 per other process on a path of the tree")
          .tolerates("crashes that leave a quorum")
          .clocks(Algorithm.Clocks.APART)
          .fenced()
          .build();

  /** More entries than there will be between two exclusions. */
  private static final long FENCES_OF_A_VIEW = 1L << 32;

  /**
   * @param excluded in ascending order
   */
  public record State(Voting.State voting, List<@ProcessId Integer> excluded) {
    State with(Voting.State next) {
      return new State(next, excluded);
    }
  }

  private final int self;
  private final TreeQuorums quorums;
  private final Voting voting;

  public AgrawalElAbbadi(int self, Layout layout) {
    this.self = self;
    this.quorums = new TreeQuorums(layout.size());
    this.voting = new Voting(self);
  }

  @Override
  public State initial() {
    return new State(Voting.State.INITIAL, List.of());
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) -> ask(s, out);
      case Release() -> s.with(voting.release(s.voting, out));
      case Receive(var from, var message) -> s.with(voting.receive(s.voting, from, message, out));
      case Excluded(var peer) -> onExcluded(s, peer, out);
      case Rare<Message> _ -> s;
    };
  }

  private State ask(State s, Outbox<Message> out) {
    return quorums
        .of(self, s.excluded)
        .map(quorum -> s.with(voting.ask(s.voting, quorum, out)))
        .orElse(s);
  }

  /**
   * First as a voter, which may have voted for the peer, then as a candidate, which may have asked
   * it.
   */
  private State onExcluded(State s, int peer, Outbox<Message> out) {
    var excluded = Stream.concat(s.excluded.stream(), Stream.of(peer)).sorted().toList();
    var raised = s.voting.hearing(0, excluded.size() * FENCES_OF_A_VIEW);
    var freed = voting.forget(raised, peer, out);
    var next =
        quorums
            .of(self, excluded)
            .map(quorum -> voting.replace(freed, peer, quorum, out))
            .orElseGet(() -> withdrawn(freed, out));
    return new State(next, excluded);
  }

  /**
   * No quorum is left, and none will be: the application waits forever, but blocks no other
   * process.
   */
  private Voting.State withdrawn(Voting.State s, Outbox<Message> out) {
    return s.phase() instanceof Voting.Phase.Waiting ? voting.release(s, out) : s;
  }
}
