package io.sluice.protocol.shared;

import static io.sluice.protocol.shared.ReadWriteTokenQueue.Phase.IDLE;
import static io.sluice.protocol.shared.ReadWriteTokenQueue.Phase.READING;
import static io.sluice.protocol.shared.ReadWriteTokenQueue.Phase.TO_READ;
import static io.sluice.protocol.shared.ReadWriteTokenQueue.Phase.TO_WRITE;
import static io.sluice.protocol.shared.ReadWriteTokenQueue.Phase.WRITING;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Family;
import io.sluice.protocol.Fence;
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
import io.sluice.protocol.World;
import io.sluice.protocol.exclusive.TokenQueue;
import io.sluice.protocol.shared.ReadWriteTokenQueue.Message;
import io.sluice.protocol.shared.ReadWriteTokenQueue.Message.Admit;
import io.sluice.protocol.shared.ReadWriteTokenQueue.Message.Left;
import io.sluice.protocol.shared.ReadWriteTokenQueue.Message.Pass;
import io.sluice.protocol.shared.ReadWriteTokenQueue.Message.Request;
import io.sluice.protocol.shared.ReadWriteTokenQueue.State;
import java.util.List;
import java.util.Optional;

/**
 * Read-write locks by one token with the queue in it: {@link TokenQueue}, whose holder lets other
 * readers in.
 *
 * <p>Requests find their way as there: a process that neither waits nor has the token sends a
 * request on to its parent and takes the requester for its new parent; one that waits keeps it; the
 * token carries the queue. A writer enters with the token. So does the first of several readers;
 * while it reads, it admits the readers at the head of the queue, and they read without the token.
 * A reader that was admitted tells its host when it has left. The token goes on to a writer only
 * when the host and all whom it admitted have left; a reader behind that writer waits for it.
 *
 * <p>A process that is admitted sends on to its host the requests that it has kept, and those that
 * come while it reads. They are there before the word that it has left, so that the token is still
 * there.
 *
 * <p>A reader can ask again, and its request arrive by another way, before the word that it has
 * left. It is not admitted until that word is there, which would else count for the new reading.
 *
 * <p>Costs 0 messages an entry for a process that has the token, where no other waits before it; 2
 * for one that gets the token when all ask all the time, the request and the token, else O(log n)
 * on average; 3 for a reader that is admitted. Between a writer's release and the next grant there
 * is 1 message, between the last reader's and a writer's grant at most 2. The token and the waiting
 * processes keep a queue each: O(n). Needs reliable FIFO channels; with messages in any order it is
 * safe, but a request can follow the token without end. A crash of a process that is queued, is a
 * parent, or reads blocks others. No process starves: the token's queue is served in its order, and
 * readers never pass a writer in it. That is not the order of asking; see {@link TokenQueue}.
 */
public final class ReadWriteTokenQueue implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("rw-token-queue", Family.READ_WRITE, ReadWriteTokenQueue::new)
          .source("Sluice; after Naimi, Trehel and Arnold, JPDC 34(1), 1996")
          .cost("2 where all write, 3 to read with others, else O(log n) on average")
          .fenced()
          .invariant("one-token", Token.isOne(s -> s.token.isPresent(), m -> m instanceof Pass))
          .invariant(
              "asked-once", ProcessQueue.areApart(s -> s.queue.order, ReadWriteTokenQueue::carried))
          .invariant("hosts-know-readers", ReadWriteTokenQueue::areReadersKnown)
          .interchangeable(layout -> List.of(ProcessSet.range(1, layout.size())))
          .build();

  /** The process that is the parent of all others at first, and has the token. */
  private static final int ROOT = 0;

  public sealed interface Message {
    /** To a parent, on behalf of the requester. */
    record Request(@ProcessId int requester, boolean reads) implements Message {}

    /** To the next: here is the token, and these come after you. */
    record Pass(Token token, Queue queue) implements Message {}

    /** To a reader: read with me, and tell me when you have left. */
    record Admit(@Fence long fence) implements Message {}

    /** To the host: I have left. */
    record Left() implements Message {}
  }

  /** What the application does. */
  public enum Phase {
    IDLE,
    /** Waits. */
    TO_READ,
    /** Waits. */
    TO_WRITE,
    READING,
    WRITING
  }

  /**
   * Requests in the order of service.
   *
   * @param readers those that are to read; the others are to write
   */
  public record Queue(ProcessQueue order, ProcessSet readers) {

    static final Queue EMPTY = new Queue(ProcessQueue.EMPTY, ProcessSet.EMPTY);

    boolean isEmpty() {
      return order.isEmpty();
    }

    int first() {
      return order.first();
    }

    boolean reads(int process) {
      return readers.contains(process);
    }

    Queue plus(int process, boolean reads) {
      return new Queue(order.plus(process), reads ? readers.plus(process) : readers);
    }

    Queue plus(Queue others) {
      return new Queue(order.plus(others.order), readers.plus(others.readers));
    }

    Queue rest() {
      return new Queue(order.rest(), readers.minus(order.first()));
    }
  }

  /**
   * @param parent the way to the token; empty where the token is, and where it will arrive
   * @param queue the requests after this process's: all that the token knows of, also its own, or
   *     those that came here
   * @param token the token, if it is here
   * @param admitted the readers that this process, which has the token, has admitted
   * @param host who has admitted this process, while it reads
   */
  public record State(
      Optional<@ProcessId Integer> parent,
      Queue queue,
      Phase phase,
      Optional<Token> token,
      ProcessSet admitted,
      Optional<@ProcessId Integer> host) {

    State with(Phase next) {
      return new State(parent, queue, next, token, admitted, host);
    }

    State with(Queue next) {
      return new State(parent, next, phase, token, admitted, host);
    }

    State with(Token next) {
      return new State(parent, queue, phase, Optional.of(next), admitted, host);
    }

    State admitting(ProcessSet readers) {
      return new State(parent, queue, phase, token, readers, host);
    }

    State below(Optional<Integer> next) {
      return new State(next, queue, phase, token, admitted, host);
    }

    boolean isWaiting() {
      return phase == TO_READ || phase == TO_WRITE;
    }

    /** Whether a process reads for which the token must wait. */
    boolean isRead() {
      return phase == READING || !admitted.isEmpty();
    }
  }

  private final int self;

  public ReadWriteTokenQueue(int self, Layout layout) {
    this.self = self;
  }

  @Override
  public State initial() {
    boolean isRoot = self == ROOT;
    return new State(
        isRoot ? Optional.empty() : Optional.of(ROOT),
        Queue.EMPTY,
        IDLE,
        isRoot ? Optional.of(Token.NEW) : Optional.empty(),
        ProcessSet.EMPTY,
        Optional.empty());
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(var claim) -> ask(s, claim.shares(Claim.SHARED), out);
      case Release() -> s.host.isPresent() ? leave(s, out) : serve(s.with(IDLE), out);
      case Receive(_, Request(var requester, var reads)) -> onRequest(s, requester, reads, out);
      case Receive(_, Pass(var token, var queue)) -> enter(s, token, queue, out);
      case Receive(var from, Admit(var fence)) -> enterWith(s, from, fence, out);
      case Receive(var from, Left()) -> serve(s.admitting(s.admitted.minus(from)), out);
      case Rare<Message> _ -> s;
    };
  }

  private State ask(State s, boolean reads, Outbox<Message> out) {
    boolean here = s.token.isPresent();
    s.parent.ifPresent(parent -> out.send(parent, new Request(self, reads)));
    var queue = here ? s.queue.plus(self, reads) : Queue.EMPTY;
    var phase = reads ? TO_READ : TO_WRITE;
    var waiting = new State(Optional.empty(), queue, phase, s.token, s.admitted, s.host);
    return here ? serve(waiting, out) : waiting;
  }

  private State onRequest(State s, int requester, boolean reads, Outbox<Message> out) {
    if (s.token.isPresent()) {
      return serve(s.with(s.queue.plus(requester, reads)), out);
    }
    if (s.isWaiting()) {
      return s.with(s.queue.plus(requester, reads));
    }
    out.send(s.parent.orElseThrow(), new Request(requester, reads));
    return s.host.isPresent() ? s : s.below(Optional.of(requester));
  }

  /** The token has come: this process is first. */
  private State enter(State s, Token token, Queue queue, Outbox<Message> out) {
    var first = Queue.EMPTY.plus(self, s.phase == TO_READ).plus(queue).plus(s.queue);
    return serve(s.with(first).with(token), out);
  }

  /** A reader is let in without the token. Those who asked here are sent to where it is. */
  private static State enterWith(State s, int host, long fence, Outbox<Message> out) {
    out.granted(fence);
    for (int each : s.queue.order.nodes()) {
      out.send(host, new Request(each, s.queue.reads(each)));
    }
    return new State(
        Optional.of(host),
        Queue.EMPTY,
        READING,
        Optional.empty(),
        ProcessSet.EMPTY,
        Optional.of(host));
  }

  private static State leave(State s, Outbox<Message> out) {
    out.send(s.host.orElseThrow(), new Left());
    return new State(s.parent, s.queue, IDLE, Optional.empty(), ProcessSet.EMPTY, Optional.empty());
  }

  /** Serves the head of the queue as far as that is possible now. */
  private State serve(State s, Outbox<Message> out) {
    if (s.queue.isEmpty() || s.phase == WRITING) {
      return s;
    }
    int first = s.queue.first();
    boolean reads = s.queue.reads(first);
    if (s.isRead() && (!reads || s.admitted.contains(first))) {
      return s;
    }
    if (first == self) {
      var used = s.token.orElseThrow().used();
      out.granted(used.fence());
      return serve(s.with(s.queue.rest()).with(used).with(reads ? READING : WRITING), out);
    }
    if (s.isRead()) {
      var used = s.token.orElseThrow().used();
      out.send(first, new Admit(used.fence()));
      var admitted = s.admitted.plus(first);
      return serve(s.with(s.queue.rest()).with(used).admitting(admitted), out);
    }
    return pass(s, out);
  }

  /** No process is inside: the first gets the token. */
  private State pass(State s, Outbox<Message> out) {
    var queue = s.queue;
    out.send(queue.first(), new Pass(s.token.orElseThrow(), queue.rest()));
    var parent = s.isWaiting() ? Optional.<Integer>empty() : Optional.of(queue.order.last());
    return new State(
        parent, Queue.EMPTY, s.phase, Optional.empty(), ProcessSet.EMPTY, Optional.empty());
  }

  private static Optional<ProcessQueue> carried(Message message) {
    return message instanceof Pass(_, var queue) ? Optional.of(queue.order) : Optional.empty();
  }

  /** A process that reads without the token is one of those for whom its host waits. */
  private static boolean areReadersKnown(World<State, Message> world) {
    for (int node = 0; node < world.layout().size(); node++) {
      var host = world.state(node).host;
      if (host.isPresent() && !world.state(host.get()).admitted.contains(node)) {
        return false;
      }
    }
    return true;
  }
}
