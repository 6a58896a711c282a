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
import io.sluice.protocol.exclusive.PausedRing.Message;
import io.sluice.protocol.exclusive.PausedRing.Message.Ask;
import io.sluice.protocol.exclusive.PausedRing.Message.Token;
import io.sluice.protocol.exclusive.PausedRing.State;

/**
 * Martin, <em>Distributed mutual exclusion on a ring of processes</em>, Science of Computer
 * Programming 5, 1985: the token ring whose token rests until a process asks.
 *
 * <p>Requests circulate against the token: a process that needs the token, for itself or for its
 * successor, asks its predecessor, once. So the token follows the requests: it goes on from every
 * process whose successor has asked, and rests where none has.
 *
 * <p>Costs 0 messages if the token is here, 2(n-1) at most, 2 if all processes always ask, and none
 * at rest. Needs reliable channels, in any order. A lost message is not noticed, because a resting
 * ring sends nothing that could be missed: two processes are never inside, but the process that
 * needed the message, and all behind it, wait forever. See {@link Ring} for a token that is
 * replaced.
 */
public final class PausedRing implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("ring-paused", Family.EXCLUSIVE, PausedRing::new)
          .source("Martin, Science of Computer Programming 5, 1985")
          .cost("0 to 2(n-1), 2 if all ask")
          .tolerates("messages in any order")
          .fenced()
          .invariant("one-token", PausedRing::oneToken)
          .build();

  /** Where the token is at first. */
  private static final int FIRST = 0;

  public sealed interface Message {
    /** To the predecessor: I need the token. */
    record Ask() implements Message {}

    /** To the successor: here it is. */
    record Token(@Fence long fence) implements Message {}
  }

  public enum Phase {
    IDLE,
    WAITING,
    INSIDE
  }

  /**
   * @param token whether it is here
   * @param asked whether the successor has asked for it. Without the token, a process that has been
   *     asked or waits has asked its own predecessor
   * @param fence how many entries the token has seen, where the token is
   */
  public record State(Phase phase, boolean token, boolean asked, @Fence long fence) {
    private State in(Phase next) {
      return new State(next, token, asked, fence);
    }
  }

  private final int next;
  private final int previous;
  private final boolean first;

  public PausedRing(int self, Layout layout) {
    int n = layout.size();
    this.next = (self + 1) % n;
    this.previous = (self + n - 1) % n;
    this.first = self == FIRST;
  }

  @Override
  public State initial() {
    return new State(Phase.IDLE, first, false, 0);
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) when s.token -> enter(s, out);
      case Acquire(_) -> ask(s, out).in(Phase.WAITING);
      case Release() when s.asked -> passOn(s, out);
      case Release() -> s.in(Phase.IDLE);
      case Receive(_, Ask()) -> onAsk(s, out);
      case Receive(_, Token(var fence)) -> onToken(s, fence, out);
      case Rare<Message> _ -> s;
    };
  }

  private State onAsk(State s, Outbox<Message> out) {
    if (s.token && s.phase == Phase.IDLE) {
      return passOn(s, out);
    }
    var needing = s.token ? s : ask(s, out);
    return new State(needing.phase, needing.token, true, needing.fence);
  }

  /** For itself or for its successor: it asks but once. */
  private State ask(State s, Outbox<Message> out) {
    if (s.phase != Phase.WAITING && !s.asked) {
      out.send(previous, new Ask());
    }
    return s;
  }

  private State onToken(State s, long fence, Outbox<Message> out) {
    var here = new State(s.phase, true, s.asked, fence);
    return here.phase == Phase.WAITING ? enter(here, out) : passOn(here, out);
  }

  private static State enter(State s, Outbox<Message> out) {
    out.granted(s.fence + 1);
    return new State(Phase.INSIDE, true, s.asked, s.fence + 1);
  }

  private State passOn(State s, Outbox<Message> out) {
    out.send(next, new Token(s.fence));
    return new State(Phase.IDLE, false, false, 0);
  }

  private static boolean oneToken(World<State, Message> world) {
    int n = world.layout().size();
    int tokens = 0;
    for (int node = 0; node < n; node++) {
      tokens += world.state(node).token ? 1 : 0;
      for (var message : world.inTransit(node, (node + 1) % n)) {
        tokens += message instanceof Token ? 1 : 0;
      }
    }
    return tokens <= 1;
  }
}
