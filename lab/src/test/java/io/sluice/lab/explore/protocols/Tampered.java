package io.sluice.lab.explore.protocols;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Input;
import io.sluice.protocol.Invariant;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.compose.Relay;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Protocols broken from outside, to show that what they promise can fail. */
public final class Tampered {

  private Tampered() {}

  /** The protocol whose processes never send certain messages. */
  public static <S, M> Algorithm<S, M> muted(Algorithm<S, M> algorithm, Predicate<M> unsent) {
    return sending(algorithm, message -> Optional.of(message).filter(unsent.negate()));
  }

  /** The protocol whose messages are changed when they are sent. */
  static <S, M> Algorithm<S, M> garbled(Algorithm<S, M> algorithm, UnaryOperator<M> change) {
    return sending(algorithm, message -> Optional.of(change.apply(message)));
  }

  private static <S, M> Algorithm<S, M> sending(
      Algorithm<S, M> algorithm, Function<M, Optional<M>> change) {
    return altered(
        algorithm,
        (_, protocol, state, input, out) ->
            protocol.on(state, input, new ChangingOutbox<>(out, change)));
  }

  /** The protocol in which one who asks is first told, wrongly, that a peer has crashed. */
  static <S, M> Algorithm<S, M> misinformed(Algorithm<S, M> algorithm, int who, int of) {
    return altered(
        algorithm,
        (self, protocol, state, input, out) -> {
          boolean lie = self == who && input instanceof Input.Acquire;
          S told = lie ? protocol.on(state, new Input.Excluded<>(of), out) : state;
          return protocol.on(told, input, out);
        });
  }

  /**
   * The protocol with a clock that ticks forever once a process has asked. Nothing is a standstill
   * then, so the search goes on to its end; if all it finds is that some wait without end, then
   * nothing worse happens either.
   */
  static <S, M> Algorithm<S, M> ticking(Algorithm<S, M> algorithm) {
    return altered(
        algorithm,
        (_, protocol, state, input, out) -> {
          boolean tick = input instanceof Input.Expired;
          if (tick || input instanceof Input.Acquire) {
            out.timer("tick", 1);
          }
          return tick ? state : protocol.on(state, input, out);
        });
  }

  private interface Alteration<S, M> {
    S step(int self, Protocol<S, M> protocol, S state, Input<M> input, Outbox<M> out);
  }

  private static <S, M> Algorithm<S, M> altered(
      Algorithm<S, M> algorithm, Alteration<S, M> alteration) {
    return copy(
        algorithm,
        algorithm.name() + " tampered with",
        (self, layout) -> new Altered<>(self, algorithm.process(self, layout), alteration),
        algorithm.invariants());
  }

  /** The algorithm, judged by some of its invariants only. */
  static <S, M> Algorithm<S, M> judging(Algorithm<S, M> algorithm, String... names) {
    var all = algorithm.invariants();
    var some = all.stream().filter(i -> List.of(names).contains(i.name())).toList();
    return copy(algorithm, algorithm.name(), algorithm.maker(), some);
  }

  private static <S, M> Algorithm<S, M> copy(
      Algorithm<S, M> algorithm,
      String name,
      Algorithm.Maker<S, M> maker,
      List<Invariant<S, M>> invariants) {
    return new Algorithm<>(
        name,
        algorithm.family(),
        maker,
        algorithm.source(),
        algorithm.cost(),
        algorithm.tolerates(),
        algorithm.flaw(),
        algorithm.clocks(),
        algorithm.restless(),
        algorithm.fenced(),
        invariants,
        algorithm.overtaking(),
        algorithm.interchangeable(),
        algorithm.orders(),
        algorithm.horizon(),
        algorithm.settled(),
        algorithm.noticed(),
        algorithm.legacy());
  }

  private record Altered<S, M>(int self, Protocol<S, M> protocol, Alteration<S, M> alteration)
      implements Protocol<S, M> {
    @Override
    public S initial() {
      return protocol.initial();
    }

    @Override
    public S on(S state, Input<M> input, Outbox<M> out) {
      return alteration.step(self, protocol, state, input, out);
    }
  }

  private record ChangingOutbox<M>(Outbox<M> out, Function<M, Optional<M>> change)
      implements Relay<M> {
    @Override
    public void send(int to, M message) {
      change.apply(message).ifPresent(changed -> out.send(to, changed));
    }
  }
}
