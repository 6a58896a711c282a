package io.sluice.protocol.exclusive;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Fence;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Rare;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.World;
import io.sluice.protocol.exclusive.Ring.Message;
import io.sluice.protocol.exclusive.Ring.Message.Ping;
import io.sluice.protocol.exclusive.Ring.Message.Pong;
import io.sluice.protocol.exclusive.Ring.Message.Wake;
import io.sluice.protocol.exclusive.Ring.State;
import java.util.function.Predicate;

/**
 * The token ring (Le Lann, <em>Distributed systems: towards a formal approach</em>, IFIP 1977),
 * with the ping-pong of Misra, <em>Detecting termination of distributed computations using
 * markers</em>, PODC 1983, against the loss of the token.
 *
 * <p>Two tokens circulate in the same direction. The holder of the ping may be inside; the pong
 * follows the ping, and rests with it while a process is inside. So neither ever passes the other,
 * and every process sees ping, pong, ping, pong. A process that sees the same token twice knows
 * that the other is lost, and makes a new one, which it sends in front of the one that arrived: for
 * every process further on, the order is then what it was.
 *
 * <p>Misra numbers his tokens and counts how often they meet, because his pass each other inside a
 * process; a count that has not changed then proves the loss. (It may be kept modulo n+1: before a
 * token is back, they meet at most once at each process.) Where they cannot pass, the count decides
 * nothing, and there is none here.
 *
 * <p>Fences: tokens and processes remember the highest number they have seen. The ping was always
 * ahead of the pong that finds it lost, so that pong has been at every process after the ping was
 * there last, and knows every number that the ping gave.
 *
 * <p>Costs 2 messages an entry if all processes always ask, and any number if none does, because
 * the tokens never stop. Needs FIFO channels. Tolerates the loss of either token, repeatedly, but
 * not of both at once, and no crash.
 *
 * <p>Processes act only on inputs. So the tokens rest at process 0 until a process asks for the
 * first time; a process that has not seen a token yet then wakes process 0, with two messages,
 * because one may get lost.
 */
public final class Ring implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("ring", Family.EXCLUSIVE, Ring::new)
          .source("Le Lann, IFIP 1977; Misra, PODC 1983")
          .cost("2 if all ask, unbounded if none does")
          .tolerates("the loss of one token at a time")
          .restless()
          .fenced()
          .invariant("one-ping", world -> count(world, State::ping, Ping.class::isInstance) <= 1)
          .invariant("one-pong", world -> count(world, State::pong, Pong.class::isInstance) <= 1)
          .build();

  /** Where both tokens are at first. */
  private static final int FIRST = 0;

  public sealed interface Message {
    /** The token: its holder may be inside. */
    record Ping(@Fence long fence) implements Message {}

    /** The second token, which follows the first. */
    record Pong(@Fence long fence) implements Message {}

    /** To process 0: let the tokens go, a process wants one. */
    record Wake() implements Message {}
  }

  public enum Phase {
    IDLE,
    WAITING,
    INSIDE
  }

  /** The token that was here last. */
  public enum Seen {
    NEITHER,
    PING,
    PONG
  }

  /**
   * @param ping whether the ping is here: while inside, and at process 0 before the beginning
   * @param pong whether the pong is here: never without the ping
   * @param fence the highest number seen
   */
  public record State(Phase phase, boolean ping, boolean pong, Seen seen, @Fence long fence) {
    private State in(Phase next) {
      return new State(next, ping, pong, seen, fence);
    }

    private State holding(boolean thePing, boolean thePong) {
      return new State(phase, thePing, thePong, seen, fence);
    }

    private State seeing(Seen token, long number) {
      return new State(phase, ping, pong, token, Math.max(fence, number));
    }
  }

  private final int self;
  private final int next;

  public Ring(int self, Layout layout) {
    this.self = self;
    this.next = (self + 1) % layout.size();
  }

  @Override
  public State initial() {
    return self == FIRST
        ? new State(Phase.IDLE, true, true, Seen.PONG, 0)
        : new State(Phase.IDLE, false, false, Seen.NEITHER, 0);
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) -> ask(s.in(Phase.WAITING), out);
      case Release() -> passOn(s.in(Phase.IDLE), out);
      case Receive(_, Ping(var fence)) -> onPing(s, fence, out);
      case Receive(_, Pong(var fence)) -> onPong(s, fence, out);
      case Receive(_, Wake()) -> s.ping && s.phase == Phase.IDLE ? passOn(s, out) : s;
      case Rare<Message> _ -> s;
    };
  }

  private State ask(State s, Outbox<Message> out) {
    if (s.ping) {
      return enter(s, out);
    }
    if (s.seen == Seen.NEITHER) {
      out.send(FIRST, new Wake());
      out.send(FIRST, new Wake());
    }
    return s;
  }

  private State onPing(State s, long fence, Outbox<Message> out) {
    var here = s.seeing(Seen.PING, fence).holding(true, false);
    if (s.seen == Seen.PING) {
      out.send(next, new Pong(here.fence)); // The pong is lost.
    }
    return here.phase == Phase.WAITING ? enter(here, out) : passOn(here, out);
  }

  private State onPong(State s, long fence, Outbox<Message> out) {
    var here = s.seeing(Seen.PONG, fence);
    if (s.ping) {
      return here.holding(true, true);
    }
    if (s.seen != Seen.PONG) {
      out.send(next, new Pong(here.fence));
      return here;
    }
    var renewed = here.holding(true, true); // The ping is lost.
    return renewed.phase == Phase.WAITING ? enter(renewed, out) : passOn(renewed, out);
  }

  private State enter(State s, Outbox<Message> out) {
    out.granted(s.fence + 1);
    return s.seeing(s.seen, s.fence + 1).in(Phase.INSIDE);
  }

  /** The ping first: the pong never passes it. */
  private State passOn(State s, Outbox<Message> out) {
    if (next == self) {
      return s;
    }
    out.send(next, new Ping(s.fence));
    if (s.pong) {
      out.send(next, new Pong(s.fence));
    }
    return s.holding(false, false);
  }

  private static int count(
      World<State, Message> world, Predicate<State> here, Predicate<Message> onItsWay) {
    int n = world.layout().size();
    int count = 0;
    for (int node = 0; node < n; node++) {
      count += here.test(world.state(node)) ? 1 : 0;
      for (var message : world.inTransit(node, (node + 1) % n)) {
        count += onItsWay.test(message) ? 1 : 0;
      }
    }
    return count;
  }
}
