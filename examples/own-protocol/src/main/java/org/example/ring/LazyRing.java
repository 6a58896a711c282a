package org.example.ring;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Rare;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.Token;
import java.util.Optional;
import org.example.ring.LazyRing.Message;
import org.example.ring.LazyRing.Message.Pass;
import org.example.ring.LazyRing.Message.Want;
import org.example.ring.LazyRing.State;

/**
 * A token ring that rests while no process asks. A request travels against the direction of the
 * token until it meets it, and the token then comes back the same way.
 */
public final class LazyRing implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("lazy-ring", Family.EXCLUSIVE, LazyRing::new)
          .source("an example")
          .cost("0 to 2(n-1)")
          .tolerates("messages in any order")
          .fenced()
          .invariant("one-token", Token.isOne(s -> s.token().isPresent(), m -> m instanceof Pass))
          .build();

  public sealed interface Message {
    /** To the process before: send the token this way. */
    record Want() implements Message {}

    /** To the process after: here is the token. */
    record Pass(Token token) implements Message {}
  }

  /** What the application does: it is outside, waits for the lock, or holds it. */
  public enum Client {
    OUTSIDE,
    WAITING,
    INSIDE
  }

  /**
   * @param wanted whether a process further on waits for the token
   * @param token the token, if it is here
   */
  public record State(Client client, boolean wanted, Optional<Token> token) {}

  private final int self;
  private final int size;

  public LazyRing(int self, Layout layout) {
    this.self = self;
    this.size = layout.size();
  }

  @Override
  public State initial() {
    return new State(Client.OUTSIDE, false, self == 0 ? Optional.of(Token.NEW) : Optional.empty());
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) when s.token().isPresent() -> enter(s.wanted(), s.token().get(), out);
      case Acquire(_) -> want(s, new State(Client.WAITING, s.wanted(), s.token()), out);
      case Release() -> rest(s.wanted(), s.token().orElseThrow(), out);
      case Receive(_, Want()) when s.client() == Client.OUTSIDE && s.token().isPresent() ->
          rest(true, s.token().get(), out);
      case Receive(_, Want()) -> want(s, new State(s.client(), true, s.token()), out);
      case Receive(_, Pass(var token)) when s.client() == Client.WAITING ->
          enter(s.wanted(), token, out);
      case Receive(_, Pass(var token)) -> rest(s.wanted(), token, out);
      case Rare<Message> _ -> s;
    };
  }

  /** Asks the process before for the token, unless it is here or has been asked for already. */
  private State want(State before, State after, Outbox<Message> out) {
    boolean asked = before.wanted() || before.client() == Client.WAITING;
    if (!asked && before.token().isEmpty()) {
      out.send((self + size - 1) % size, new Want());
    }
    return after;
  }

  private static State enter(boolean wanted, Token token, Outbox<Message> out) {
    var used = token.used();
    out.granted(used.fence());
    return new State(Client.INSIDE, wanted, Optional.of(used));
  }

  /** Keeps the token, or passes it on if a process further on waits for it. */
  private State rest(boolean wanted, Token token, Outbox<Message> out) {
    if (wanted) {
      out.send((self + 1) % size, new Pass(token));
    }
    return new State(Client.OUTSIDE, false, wanted ? Optional.empty() : Optional.of(token));
  }
}
