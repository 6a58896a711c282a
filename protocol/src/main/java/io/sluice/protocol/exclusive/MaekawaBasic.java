package io.sluice.protocol.exclusive;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Rare;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessId;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.exclusive.MaekawaBasic.Message;
import io.sluice.protocol.exclusive.MaekawaBasic.Message.Release;
import io.sluice.protocol.exclusive.MaekawaBasic.Message.Reply;
import io.sluice.protocol.exclusive.MaekawaBasic.Message.Request;
import io.sluice.protocol.exclusive.MaekawaBasic.State;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * Maekawa's algorithm as textbooks and slides show it, without the part that prevents deadlock: see
 * {@link Maekawa} for that.
 *
 * <p>A process asks the members of its voting set, itself included, and enters with the last reply.
 * Each member replies to one process at a time, and keeps the others in a queue until that one
 * releases it. Two voting sets have a member in common, so two processes cannot both have all
 * replies; but they can each have some, and wait for each other forever.
 *
 * <p>Costs 3 messages an entry for each other member of the voting set: messages of a process to
 * itself take effect at once, and are not counted. Needs reliable FIFO channels. Tolerates no crash
 * of a member or of a process that has replies.
 *
 * <p>In the slides' cycle each of three processes replies to its neighbour. Since here a process's
 * own request is never late at itself, each replies to itself instead: the same deadlock.
 */
public final class MaekawaBasic implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM = over(VotingSets::smallest);

  public sealed interface Message {
    /** May I enter? */
    record Request() implements Message {}

    /** You may, as far as I am concerned; I tell no one else until you release me. */
    record Reply() implements Message {}

    /** I have left. */
    record Release() implements Message {}
  }

  /**
   * The slides' state RELEASED, WANTED or HELD is left out: the application knows it, and a process
   * inside has its own vote, so a member only checks whether it has voted.
   *
   * @param replies how many this process has, if it waits
   * @param voted whether this process has replied to a request, and not been released
   * @param queue the processes that wait for this process's reply, in the order of service
   */
  public record State(int replies, boolean voted, List<@ProcessId Integer> queue) {}

  private final int self;
  private final List<Integer> votingSet;

  private MaekawaBasic(int self, VotingSets sets) {
    this.self = self;
    this.votingSet = sets.of(self);
  }

  /** The algorithm over the given voting sets, which depend on the number of processes. */
  public static Algorithm<State, Message> over(IntFunction<VotingSets> sets) {
    return Algorithm.<State, Message>of(
            "maekawa-basic",
            Family.EXCLUSIVE,
            (self, layout) -> new MaekawaBasic(self, sets.apply(layout.size())))
        .source("Maekawa, ACM TOCS 3(2), 1985, without its section on deadlock")
        .cost("3 per other member of the voting set")
        .tolerates("nothing, and can deadlock")
        .flaw("can deadlock; maekawa cannot")
        .build();
  }

  @Override
  public State initial() {
    return new State(0, false, List.of());
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) -> tellVotingSet(s, new Request(), out);
      case Input.Release() -> tellVotingSet(s, new Release(), out);
      case Receive(var from, var message) -> receive(s, from, message, out);
      case Rare<Message> _ -> s;
    };
  }

  private State receive(State s, int from, Message message, Outbox<Message> out) {
    return switch (message) {
      case Request() -> onRequest(s, from, out);
      case Reply() -> onReply(s, out);
      case Release() -> onRelease(s, out);
    };
  }

  private State onRequest(State s, int from, Outbox<Message> out) {
    if (s.voted) {
      var longer = Stream.concat(s.queue.stream(), Stream.of(from)).toList();
      return new State(s.replies, true, longer);
    }
    return tell(new State(s.replies, true, s.queue), from, new Reply(), out);
  }

  private State onReply(State s, Outbox<Message> out) {
    if (s.replies + 1 < votingSet.size()) {
      return new State(s.replies + 1, s.voted, s.queue);
    }
    out.granted();
    return new State(0, s.voted, s.queue);
  }

  private State onRelease(State s, Outbox<Message> out) {
    if (s.queue.isEmpty()) {
      return new State(s.replies, false, s.queue);
    }
    var rest = List.copyOf(s.queue.subList(1, s.queue.size()));
    return tell(new State(s.replies, true, rest), s.queue.getFirst(), new Reply(), out);
  }

  private State tellVotingSet(State s, Message message, Outbox<Message> out) {
    var next = s;
    for (int member : votingSet) {
      next = tell(next, member, message, out);
    }
    return next;
  }

  /** What a process tells itself is done at once. */
  private State tell(State s, int to, Message message, Outbox<Message> out) {
    if (to == self) {
      return receive(s, self, message, out);
    }
    out.send(to, message);
    return s;
  }
}
