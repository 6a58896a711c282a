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
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.Token;
import io.sluice.protocol.World;
import io.sluice.protocol.exclusive.NaimiTrehel.Message;
import io.sluice.protocol.exclusive.NaimiTrehel.Message.Pass;
import io.sluice.protocol.exclusive.NaimiTrehel.Message.Request;
import io.sluice.protocol.exclusive.NaimiTrehel.State;
import java.util.List;
import java.util.Optional;

/**
 * Naimi, Trehel and Arnold, <em>A log(N) distributed mutual exclusion algorithm based on path
 * reversal</em>, JPDC 34(1), 1996.
 *
 * <p>Two structures share the processes. Waiting processes form a queue, each knowing only its
 * successor, along which the token goes. The others lead to the queue's tail: each has a parent,
 * and a request climbs from parent to parent until it finds the root, which is the tail. Every
 * process that the request passes takes the requester for its new parent, since that will be the
 * tail; this reverses the path and keeps the tree flat.
 *
 * <p>Costs 0 messages an entry for a root that holds the token, else the way to the root and 1 for
 * the token: O(log n) on average, up to n for one request. The state is O(1). Needs reliable
 * channels, in any order. A crash of a process that is queued or is a parent blocks others.
 *
 * <p>From the moment a process asks until its request has arrived it has no parent, so the tree is
 * then a forest; see {@link #theRootIsTheTail}.
 */
public final class NaimiTrehel implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("naimi-trehel", Family.EXCLUSIVE, NaimiTrehel::new)
          .source("Naimi, Trehel and Arnold, JPDC 34(1), 1996")
          .cost("O(log n) on average, at most n")
          .tolerates("messages in any order")
          .fenced()
          .invariant("one-token", Token.isOne(s -> s.token.isPresent(), m -> m instanceof Pass))
          .invariant("root-is-tail", NaimiTrehel::theRootIsTheTail)
          .interchangeable(layout -> List.of(ProcessSet.range(1, layout.size())))
          .build();

  /** The process that is the parent of all others at first, and has the token. */
  private static final int ROOT = 0;

  public sealed interface Message {
    /** To a parent, on behalf of the requester. */
    record Request(@ProcessId int requester) implements Message {}

    /** To the next in the queue: here is the token. */
    record Pass(Token token) implements Message {}
  }

  /**
   * @param parent the way to the queue's tail; empty at the tail itself
   * @param next the process that gets the token from here
   * @param requesting whether the application is inside or waits
   * @param token the token, if it is here
   */
  public record State(
      Optional<@ProcessId Integer> parent,
      Optional<@ProcessId Integer> next,
      boolean requesting,
      Optional<Token> token) {}

  private final int self;

  public NaimiTrehel(int self, Layout layout) {
    this.self = self;
  }

  @Override
  public State initial() {
    return self == ROOT
        ? new State(Optional.empty(), Optional.empty(), false, Optional.of(Token.NEW))
        : new State(Optional.of(ROOT), Optional.empty(), false, Optional.empty());
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) when s.token.isPresent() -> enter(s, s.token.get(), out);
      case Acquire(_) -> ask(s, out);
      case Release() -> release(s, out);
      case Receive(_, Request(var requester)) -> onRequest(s, requester, out);
      case Receive(_, Pass(var token)) -> enter(s, token, out);
      case Rare<Message> _ -> s;
    };
  }

  private State ask(State s, Outbox<Message> out) {
    out.send(s.parent.orElseThrow(), new Request(self));
    return new State(Optional.empty(), Optional.empty(), true, Optional.empty());
  }

  private static State onRequest(State s, int requester, Outbox<Message> out) {
    var parent = Optional.of(requester);
    if (s.parent.isPresent()) {
      out.send(s.parent.get(), new Request(requester));
      return new State(parent, s.next, s.requesting, s.token);
    }
    if (s.requesting) {
      return new State(parent, Optional.of(requester), true, s.token);
    }
    out.send(requester, new Pass(s.token.orElseThrow()));
    return new State(parent, Optional.empty(), false, Optional.empty());
  }

  private static State enter(State s, Token token, Outbox<Message> out) {
    var used = token.used();
    out.granted(used.fence());
    return new State(s.parent, s.next, true, Optional.of(used));
  }

  private static State release(State s, Outbox<Message> out) {
    if (s.next.isEmpty()) {
      return new State(s.parent, s.next, false, s.token);
    }
    out.send(s.next.get(), new Pass(s.token.orElseThrow()));
    return new State(s.parent, Optional.empty(), false, Optional.empty());
  }

  /**
   * Once no request is in transit, the one process without a parent is the one process of the queue
   * without a successor.
   */
  private static boolean theRootIsTheTail(World<State, Message> world) {
    int n = world.layout().size();
    int roots = 0;
    boolean same = true;
    for (int node = 0; node < n; node++) {
      for (int to = 0; to < n; to++) {
        if (world.inTransit(node, to).stream().anyMatch(Request.class::isInstance)) {
          return true;
        }
      }
      var s = world.state(node);
      boolean queued = s.requesting || s.token.isPresent();
      same &= s.parent.isEmpty() == (queued && s.next.isEmpty());
      roots += s.parent.isEmpty() ? 1 : 0;
    }
    return same && roots == 1;
  }
}
