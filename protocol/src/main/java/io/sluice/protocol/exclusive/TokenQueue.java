package io.sluice.protocol.exclusive;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Rare;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessId;
import io.sluice.protocol.ProcessQueue;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.Token;
import io.sluice.protocol.exclusive.TokenQueue.Message;
import io.sluice.protocol.exclusive.TokenQueue.Message.Pass;
import io.sluice.protocol.exclusive.TokenQueue.Message.Request;
import io.sluice.protocol.exclusive.TokenQueue.State;
import java.util.List;
import java.util.Optional;

/**
 * Path reversal with the queue in the token: {@link NaimiTrehel} for a lock under contention.
 *
 * <p>There a request climbs to the last process that asked, and travels the further the more
 * processes ask. Here it stops at the first waiting process on its way: that process will get the
 * token later, and keeps the request until then. The token carries the requests found so, in the
 * order of service. A process that passes the token on takes the last of them for its parent, and
 * so knows a waiting process when it asks again. A process that neither waits nor has the token
 * sends a request on to its parent and takes the requester for its new parent.
 *
 * <p>Costs 0 messages an entry for a process that still has the token; 2 when all ask all the time,
 * for any number of processes: the request and the token; else O(log n) on average, as with path
 * reversal. Between a release and the next grant there is 1 message. The token and the waiting
 * processes keep a queue each: O(n). Needs reliable channels, in any order. A crash of a process
 * that is queued or is a parent blocks others.
 *
 * <p>No process starves if messages arrive: the token's queue is served in its order, and a request
 * that has arrived is in it, or is kept by a process in it, or by a process whose request is kept
 * by such a one, and so on. That is not the order of asking. While a request, or that of one of its
 * keepers, is in transit, others may enter first any number of times, as with path reversal.
 * Afterwards, with k keepers between it and the token's queue, each other process enters first at
 * most k/2 + 1 times, rounded down: once if it is in that queue or kept by a process that is. The
 * reason: a process that passes the token on asks again behind all processes in its queue, and
 * behind all that the last of these keeps by then; only those kept by a keeper's keeper come later.
 */
public final class TokenQueue implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("token-queue", Family.EXCLUSIVE, TokenQueue::new)
          .source("Sluice; after Naimi, Trehel and Arnold, JPDC 34(1), 1996")
          .cost("2 where all ask, else O(log n) on average")
          .tolerates("messages in any order")
          .fenced()
          .invariant("one-token", Token.isOne(s -> s.token.isPresent(), m -> m instanceof Pass))
          .invariant("asked-once", ProcessQueue.areApart(s -> s.queue, TokenQueue::carried))
          .interchangeable(layout -> List.of(ProcessSet.range(1, layout.size())))
          .build();

  /** The process that is the parent of all others at first, and has the token. */
  private static final int ROOT = 0;

  public sealed interface Message {
    /** To a parent, on behalf of the requester. */
    record Request(@ProcessId int requester) implements Message {}

    /** To the next: here is the token, and these come after you. */
    record Pass(Token token, ProcessQueue queue) implements Message {}
  }

  /**
   * @param parent the way to the token; empty where the token is, and where it will arrive
   * @param queue the processes after this one: all that the token knows of, or those that asked
   *     here
   * @param requesting whether the application is inside or waits
   * @param token the token, if it is here
   */
  public record State(
      Optional<@ProcessId Integer> parent,
      ProcessQueue queue,
      boolean requesting,
      Optional<Token> token) {}

  private final int self;

  public TokenQueue(int self, Layout layout) {
    this.self = self;
  }

  @Override
  public State initial() {
    return self == ROOT
        ? new State(Optional.empty(), ProcessQueue.EMPTY, false, Optional.of(Token.NEW))
        : new State(Optional.of(ROOT), ProcessQueue.EMPTY, false, Optional.empty());
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) when s.token.isPresent() -> enter(s.queue, s.token.get(), out);
      case Acquire(_) -> ask(s, out);
      case Release() -> s.queue.isEmpty() ? rest(s.token) : pass(s.queue, s.token, out);
      case Receive(_, Request(var requester)) -> onRequest(s, requester, out);
      case Receive(_, Pass(var token, var queue)) -> enter(queue.plus(s.queue), token, out);
      case Rare<Message> _ -> s;
    };
  }

  private State ask(State s, Outbox<Message> out) {
    out.send(s.parent.orElseThrow(), new Request(self));
    return new State(Optional.empty(), ProcessQueue.EMPTY, true, Optional.empty());
  }

  private static State onRequest(State s, int requester, Outbox<Message> out) {
    if (s.requesting) {
      return new State(s.parent, s.queue.plus(requester), true, s.token);
    }
    if (s.token.isPresent()) {
      return pass(ProcessQueue.EMPTY.plus(requester), s.token, out);
    }
    out.send(s.parent.orElseThrow(), new Request(requester));
    return new State(Optional.of(requester), s.queue, false, s.token);
  }

  private static State enter(ProcessQueue queue, Token token, Outbox<Message> out) {
    var used = token.used();
    out.granted(used.fence());
    return new State(Optional.empty(), queue, true, Optional.of(used));
  }

  private static State rest(Optional<Token> token) {
    return new State(Optional.empty(), ProcessQueue.EMPTY, false, token);
  }

  private static State pass(ProcessQueue queue, Optional<Token> token, Outbox<Message> out) {
    out.send(queue.first(), new Pass(token.orElseThrow(), queue.rest()));
    return new State(Optional.of(queue.last()), ProcessQueue.EMPTY, false, Optional.empty());
  }

  private static Optional<ProcessQueue> carried(Message message) {
    return message instanceof Pass(_, var queue) ? Optional.of(queue) : Optional.empty();
  }
}
