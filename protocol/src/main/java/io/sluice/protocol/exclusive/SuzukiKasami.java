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
import io.sluice.protocol.ProcessQueue;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.Time;
import io.sluice.protocol.Token;
import io.sluice.protocol.exclusive.SuzukiKasami.Message;
import io.sluice.protocol.exclusive.SuzukiKasami.Message.Privilege;
import io.sluice.protocol.exclusive.SuzukiKasami.Message.Request;
import io.sluice.protocol.exclusive.SuzukiKasami.State;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Suzuki and Kasami, <em>A distributed mutual exclusion algorithm</em>, ACM TOCS 3(4), 1985.
 *
 * <p>There is one token, and its holder may enter. A process without it broadcasts a numbered
 * request. The token carries the number of the latest granted request of each process, so its
 * holder can tell an open request from one that was granted but arrives late, and a queue of the
 * processes to be served.
 *
 * <p>Costs 0 messages an entry for the holder of the token, else n: n-1 requests and the token. The
 * token, and every process, has a number for each process. Needs reliable channels, in any order. A
 * crashed peer does no harm unless it has the token or is being sent it.
 *
 * <p>A process that is slow to receive can have any number of old requests in transit to it, so
 * with three or more processes that never stop asking the number of worlds is infinite.
 */
public final class SuzukiKasami implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("suzuki-kasami", Family.EXCLUSIVE, SuzukiKasami::new)
          .source("Suzuki and Kasami, ACM TOCS 3(4), 1985")
          .cost("0 or n")
          .tolerates("messages in any order")
          .clocks(Algorithm.Clocks.APART)
          .fenced()
          .invariant(
              "one-token", Token.isOne(s -> s.privilege.isPresent(), m -> m instanceof Privilege))
          .build();

  /** The process that has the token first. */
  private static final int FIRST = 0;

  public sealed interface Message {
    /** To all others, since any of them may have the token: this is my request of that number. */
    record Request(@Time int number) implements Message {}

    /**
     * You are in.
     *
     * @param granted for each process the number of its latest request that has been granted
     * @param queue the processes to be served, in order
     */
    record Privilege(Token token, List<@Time Integer> granted, ProcessQueue queue)
        implements Message {}
  }

  /**
   * @param inside whether the application is
   * @param requested for each process the highest request number heard of; the paper's RN
   * @param privilege the token, if it is here; its {@code granted} is the paper's LN
   */
  public record State(
      boolean inside, List<@Time Integer> requested, Optional<Privilege> privilege) {}

  private final int self;
  private final int n;
  private final ProcessSet peers;

  public SuzukiKasami(int self, Layout layout) {
    this.self = self;
    this.n = layout.size();
    this.peers = ProcessSet.allBut(self, n);
  }

  @Override
  public State initial() {
    var none = List.copyOf(Collections.nCopies(n, 0));
    var privilege = new Privilege(Token.NEW, none, ProcessQueue.EMPTY);
    return new State(false, none, Optional.of(privilege).filter(_ -> self == FIRST));
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) -> s.privilege.map(held -> enter(s, held, out)).orElseGet(() -> ask(s, out));
      case Release() -> release(s, s.privilege.orElseThrow(), out);
      case Receive(var from, Request(var number)) -> onRequest(s, from, number, out);
      case Receive(_, Privilege privilege) -> enter(s, privilege, out);
      case Rare<Message> _ -> s;
    };
  }

  private State ask(State s, Outbox<Message> out) {
    int number = s.requested.get(self) + 1;
    out.send(peers, new Request(number));
    return new State(false, replaced(s.requested, self, number), s.privilege);
  }

  private State onRequest(State s, int from, int number, Outbox<Message> out) {
    // A request can be overtaken by a later one of the same process.
    int highest = Math.max(s.requested.get(from), number);
    var informed = new State(s.inside, replaced(s.requested, from, highest), s.privilege);
    return s.inside ? informed : passOn(informed, out);
  }

  private static State enter(State s, Privilege privilege, Outbox<Message> out) {
    var used = privilege.token.used();
    out.granted(used.fence());
    var held = new Privilege(used, privilege.granted, privilege.queue);
    return new State(true, s.requested, Optional.of(held));
  }

  private State release(State s, Privilege held, Outbox<Message> out) {
    var granted = replaced(held.granted, self, s.requested.get(self));
    var privilege = new Privilege(held.token, granted, held.queue);
    return passOn(new State(false, s.requested, Optional.of(privilege)), out);
  }

  /** The token, if it is here, goes to the next in its queue, or stays if that is empty. */
  private State passOn(State s, Outbox<Message> out) {
    if (s.privilege.isEmpty()) {
      return s;
    }
    var held = s.privilege.get();
    var queue = withAllWhoWait(s, held);
    if (queue.isEmpty()) {
      return s;
    }
    out.send(queue.first(), new Privilege(held.token, held.granted, queue.rest()));
    return new State(false, s.requested, Optional.empty());
  }

  /**
   * A process that has asked more often than was granted waits; in ascending order, as in the
   * paper.
   */
  private ProcessQueue withAllWhoWait(State s, Privilege held) {
    var queue = held.queue;
    for (int node = 0; node < n; node++) {
      if (s.requested.get(node) > held.granted.get(node) && !queue.contains(node)) {
        queue = queue.plus(node);
      }
    }
    return queue;
  }

  private static List<Integer> replaced(List<Integer> numbers, int node, int number) {
    var copy = new ArrayList<>(numbers);
    copy.set(node, number);
    return List.copyOf(copy);
  }
}
