package io.sluice.protocol.exclusive;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.ImpossibleInput;
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
 * processes ask. Here it stops at the first process on its way that is queued: that process will
 * get the token later, and keeps the request until then. The token carries the requests found so,
 * in the order of service. A process that passes the token on and leaves the queue takes the last
 * of them for its parent, and so knows a queued process when it asks again. A process that is
 * neither queued nor has the token sends a request on to its parent and takes the requester for its
 * new parent.
 *
 * <p>A process that has passed the token on several times stays in the queue from then on: it puts
 * itself at the end, and if it asks again before the token returns, it sends no request. If the
 * token returns to a process that has not asked, that process passes it on, and leaves the queue
 * for its next releases.
 *
 * <p>Costs 0 messages an entry for a process that still has the token; 1 when all ask all the time,
 * for any number of processes: the token; 2 before they stay in the queue; else O(log n) on
 * average, as with path reversal. A token that returns for nothing costs one more message, at most
 * once in {@value #CAUTION} entries of a process. Between a release and the next grant there is 1
 * message, and 1 more for each process that has stayed in the queue and not asked. The token and
 * the queued processes keep a queue each: O(n). Needs reliable channels, in any order. A crash of a
 * process that is queued or is a parent blocks others.
 *
 * <p>No process starves if messages arrive: the token's queue is served in its order, and a request
 * that has arrived is in it, or is kept by a process in it, or by a process whose request is kept
 * by such a one, and so on. That is not the order of asking. While a request, or that of one of its
 * keepers, is in transit, others may enter first any number of times, as with path reversal.
 * Afterwards, with k keepers between it and the token's queue, each other process enters first at
 * most k + 1 times: a process that passes the token on is queued again behind all processes in its
 * queue, but before those that these keep.
 */
public final class TokenQueue implements Protocol<State, Message> {

  /** How often a process leaves the queue before it stays, and after the token came for nothing. */
  static final int CAUTION = 8;

  public static final Algorithm<State, Message> ALGORITHM = withCaution(CAUTION);

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
   * @param caution at how many more releases it leaves the queue when it passes the token on
   */
  public record State(
      Optional<@ProcessId Integer> parent,
      ProcessQueue queue,
      boolean requesting,
      Optional<Token> token,
      int caution) {}

  private final int self;
  private final int caution;

  public TokenQueue(int self, Layout layout) {
    this(self, CAUTION);
  }

  private TokenQueue(int self, int caution) {
    this.self = self;
    this.caution = caution;
  }

  /**
   * The same with another number of releases at which a process leaves the queue before it stays:
   * with 0 it always stays. For searches, since few entries would not get that far otherwise.
   */
  public static Algorithm<State, Message> withCaution(int caution) {
    return Algorithm.of(
            "token-queue", Family.EXCLUSIVE, (int self, Layout _) -> new TokenQueue(self, caution))
        .source("Sluice; after Naimi, Trehel and Arnold, JPDC 34(1), 1996")
        .cost("1 where all ask, else O(log n) on average")
        .tolerates("messages in any order")
        .fenced()
        .invariant("one-token", Token.isOne(s -> s.token.isPresent(), m -> m instanceof Pass))
        .invariant("asked-once", ProcessQueue.areApart(s -> s.queue, TokenQueue::carried))
        .interchangeable(layout -> List.of(ProcessSet.range(1, layout.size())))
        .build();
  }

  @Override
  public State initial() {
    return self == ROOT
        ? new State(Optional.empty(), ProcessQueue.EMPTY, false, Optional.of(Token.NEW), caution)
        : new State(Optional.of(ROOT), ProcessQueue.EMPTY, false, Optional.empty(), caution);
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) when s.token.isPresent() -> enter(s, s.queue, s.token.get(), out);
      case Acquire(_) -> ask(s, out);
      case Release() -> release(s, s.token.orElseThrow(), out);
      case Receive(_, Request(var requester)) -> onRequest(s, requester, out);
      case Receive(_, Pass(var token, var queue)) -> onToken(s, queue.plus(s.queue), token, out);
      case Rare<Message> _ -> s;
    };
  }

  private State ask(State s, Outbox<Message> out) {
    // Without a parent this process has stayed in the queue.
    s.parent.ifPresent(parent -> out.send(parent, new Request(self)));
    return new State(Optional.empty(), s.queue, true, Optional.empty(), s.caution);
  }

  private static State onRequest(State s, int requester, Outbox<Message> out) {
    if (s.parent.isPresent()) {
      out.send(s.parent.get(), new Request(requester));
      return new State(Optional.of(requester), s.queue, false, s.token, s.caution);
    }
    var queue = s.queue.plus(requester);
    return s.token.isPresent() && !s.requesting
        ? leave(queue, s.token.get(), s.caution, out)
        : new State(s.parent, queue, s.requesting, s.token, s.caution);
  }

  private State onToken(State s, ProcessQueue queue, Token token, Outbox<Message> out) {
    if (s.parent.isPresent() || s.token.isPresent()) {
      throw new ImpossibleInput(self, new Pass(token, queue), "it is not in the queue");
    }
    if (s.requesting) {
      return enter(s, queue, token, out);
    }
    return queue.isEmpty() ? rest(token, caution) : leave(queue, token, caution, out);
  }

  private State release(State s, Token token, Outbox<Message> out) {
    if (s.queue.isEmpty()) {
      return rest(token, s.caution);
    }
    return s.caution > 0 ? leave(s.queue, token, s.caution - 1, out) : stay(s.queue, token, out);
  }

  private static State enter(State s, ProcessQueue queue, Token token, Outbox<Message> out) {
    var used = token.used();
    out.granted(used.fence());
    return new State(Optional.empty(), queue, true, Optional.of(used), s.caution);
  }

  private static State rest(Token token, int caution) {
    return new State(Optional.empty(), ProcessQueue.EMPTY, false, Optional.of(token), caution);
  }

  private static State leave(ProcessQueue queue, Token token, int caution, Outbox<Message> out) {
    out.send(queue.first(), new Pass(token, queue.rest()));
    var parent = Optional.of(queue.last());
    return new State(parent, ProcessQueue.EMPTY, false, Optional.empty(), caution);
  }

  private State stay(ProcessQueue queue, Token token, Outbox<Message> out) {
    out.send(queue.first(), new Pass(token, queue.rest().plus(self)));
    return new State(Optional.empty(), ProcessQueue.EMPTY, false, Optional.empty(), 0);
  }

  private static Optional<ProcessQueue> carried(Message message) {
    return message instanceof Pass(_, var queue) ? Optional.of(queue) : Optional.empty();
  }
}
