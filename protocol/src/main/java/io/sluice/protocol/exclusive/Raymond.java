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
import io.sluice.protocol.Protocol;
import io.sluice.protocol.Token;
import io.sluice.protocol.Tree;
import io.sluice.protocol.exclusive.Raymond.Message;
import io.sluice.protocol.exclusive.Raymond.Message.Privilege;
import io.sluice.protocol.exclusive.Raymond.Message.Request;
import io.sluice.protocol.exclusive.Raymond.Place.Away;
import io.sluice.protocol.exclusive.Raymond.Place.Here;
import io.sluice.protocol.exclusive.Raymond.State;

/**
 * Raymond, <em>A tree-based algorithm for distributed mutual exclusion</em>, ACM TOCS 7(1), 1989.
 *
 * <p>The processes form a fixed tree, along which one token moves. Each knows only in which
 * direction the token is, and keeps a queue of the neighbours that want it, itself included. A
 * process whose queue is not empty asks, once, in the direction of the token; when the token
 * arrives it goes to the first in the queue, and the direction turns with it.
 *
 * <p>Costs two messages for each edge between the asker and the token, so at most twice the tree's
 * diameter, O(log n), an entry; about 4 when all processes ask all the time, because then the token
 * serves the tree in one walk around it. The state is O(1): a queue never holds more than the
 * neighbours and the process itself. Needs reliable channels, in any order. A crashed process cuts
 * the tree.
 */
public final class Raymond implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM = onTreesOf(2);

  /** The algorithm on complete trees of any arity: of 1, a chain; of n-1, a star. */
  public static Algorithm<State, Message> onTreesOf(int arity) {
    return Algorithm.of(
            "raymond",
            Family.EXCLUSIVE,
            (int self, Layout layout) -> new Raymond(self, new Tree(layout.size(), arity)))
        .source("Raymond, ACM TOCS 7(1), 1989")
        .cost("O(log n), about 4 at high load")
        .tolerates("messages in any order")
        .fenced()
        .invariant(
            "one-token", Token.isOne(s -> s.place instanceof Here, m -> m instanceof Privilege))
        .build();
  }

  public sealed interface Message {
    /** To the neighbour in the direction of the token: a process on this side wants it. */
    record Request() implements Message {}

    /** To the first in the queue: here is the token. */
    record Privilege(Token token) implements Message {}
  }

  /** Where the token is. */
  public sealed interface Place {
    record Here(Token token, boolean inside) implements Place {}

    /**
     * @param toward the neighbour on whose side it is; the paper's HOLDER
     * @param asked whether that neighbour has been asked for it
     */
    record Away(@ProcessId int toward, boolean asked) implements Place {}
  }

  /**
   * @param queue the neighbours that want the token, and this process if it does
   */
  public record State(Place place, ProcessQueue queue) {}

  private final int self;
  private final Tree tree;

  private Raymond(int self, Tree tree) {
    this.self = self;
    this.tree = tree;
  }

  /** At first the token is at the root. */
  @Override
  public State initial() {
    var place = self == Tree.ROOT ? new Here(Token.NEW, false) : new Away(tree.parent(self), false);
    return new State(place, ProcessQueue.EMPTY);
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) -> proceed(s.place, s.queue.plus(self), out);
      case Release() -> proceed(new Here(((Here) s.place).token, false), s.queue, out);
      case Receive(var from, Request()) -> proceed(s.place, s.queue.plus(from), out);
      case Receive(_, Privilege(var token)) -> proceed(new Here(token, false), s.queue, out);
      case Rare<Message> _ -> s;
    };
  }

  /** The paper's ASSIGN_PRIVILEGE and MAKE_REQUEST, which follow every event. */
  private State proceed(Place place, ProcessQueue queue, Outbox<Message> out) {
    if (queue.isEmpty()) {
      return new State(place, queue);
    }
    return switch (place) {
      case Here(var token, var inside) when !inside -> assign(token, queue, out);
      case Away(var toward, var asked) when !asked -> {
        out.send(toward, new Request());
        yield new State(new Away(toward, true), queue);
      }
      case Here _, Away _ -> new State(place, queue);
    };
  }

  private State assign(Token token, ProcessQueue queue, Outbox<Message> out) {
    if (queue.first() == self) {
      var used = token.used();
      out.granted(used.fence());
      return new State(new Here(used, true), queue.rest());
    }
    out.send(queue.first(), new Privilege(token));
    return proceed(new Away(queue.first(), false), queue.rest(), out);
  }
}
