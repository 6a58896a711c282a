package io.sluice.lab.explore;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import java.util.NoSuchElementException;

/** Protocols of one expression, each with a fault of its own or a feature to show. */
public final class Toy {

  /** One process's part, as a function of its number too. */
  public interface Part<S, M> {
    S on(int self, S state, Input<M> input, Outbox<M> out);
  }

  private Toy() {}

  public static <S, M> Algorithm.Builder<S, M> of(S initial, Part<S, M> part) {
    return Algorithm.of(
        "toy",
        Family.EXCLUSIVE,
        (self, _) ->
            new Protocol<>() {
              @Override
              public S initial() {
                return initial;
              }

              @Override
              public S on(S state, Input<M> input, Outbox<M> out) {
                return part.on(self, state, input, out);
              }
            });
  }

  /** Grants every request at once. */
  public static final Algorithm<Boolean, String> OPEN =
      Toy.<Boolean, String>of(
              false,
              (_, s, input, out) -> {
                if (input instanceof Input.Acquire) {
                  out.granted();
                }
                return s;
              })
          .build();

  /** Grants nothing. */
  public static final Algorithm<Boolean, String> CLOSED =
      Toy.<Boolean, String>of(false, (_, s, _, _) -> s).build();

  /** Two processes that, once asked, pass a ball forever. */
  public static final Algorithm<Boolean, String> RESTLESS =
      Toy.<Boolean, String>of(
              false,
              (self, s, input, out) -> {
                switch (input) {
                  case Input.Acquire(_), Input.Receive(_, _) -> out.send(1 - self, "ball");
                  default -> {}
                }
                return s;
              })
          .build();

  /** Two processes that pass a ball forever, and change their state with every throw. */
  public static final Algorithm<Boolean, String> WAVERING =
      Toy.<Boolean, String>of(
              false,
              (self, s, input, out) ->
                  switch (input) {
                    case Input.Acquire(_), Input.Receive(_, _) -> {
                      out.send(1 - self, "ball");
                      yield !s;
                    }
                    default -> s;
                  })
          .build();

  /** Two processes that answer every message with two. */
  static final Algorithm<Boolean, String> FLOODING =
      Toy.<Boolean, String>of(
              false,
              (self, s, input, out) -> {
                switch (input) {
                  case Input.Acquire(_), Input.Receive(_, _) -> {
                    out.send(1 - self, "more");
                    out.send(1 - self, "and more");
                  }
                  default -> {}
                }
                return s;
              })
          .build();

  /** Process 0, on asking, lets process 1 in, which may not have asked. */
  public static final Algorithm<Boolean, String> GENEROUS =
      Toy.<Boolean, String>of(
              false,
              (_, s, input, out) -> {
                switch (input) {
                  case Input.Acquire(_) -> out.send(1, "come in");
                  case Input.Receive(_, _) -> out.granted();
                  default -> {}
                }
                return s;
              })
          .build();

  /** Process 0 greets process 1 when it asks, which throws an exception at that. */
  public static final Algorithm<Boolean, String> FRAIL =
      Toy.<Boolean, String>of(
              false,
              (self, s, input, out) -> {
                switch (input) {
                  case Input.Acquire(_) when self == 0 -> out.send(1, "hello");
                  case Input.Acquire(_) -> out.granted();
                  case Input.Receive(_, _) -> {
                    out.granted();
                    throw new NoSuchElementException("no hello");
                  }
                  default -> {}
                }
                return s;
              })
          .build();

  /** Process 0 gets in only when process 1 asks too, which itself gets in at once. */
  static final Algorithm<Boolean, String> SOCIABLE =
      Toy.<Boolean, String>of(
              false,
              (self, waiting, input, out) ->
                  switch (input) {
                    case Input.Acquire(_) when self == 0 -> true;
                    case Input.Acquire(_) -> {
                      out.granted();
                      yield false;
                    }
                    case Input.Release() when self == 1 -> {
                      out.send(0, "your turn");
                      yield false;
                    }
                    case Input.Receive(_, _) -> {
                      if (waiting) {
                        out.granted();
                      }
                      yield false;
                    }
                    default -> waiting;
                  })
          .build();

  /** A lone process that tosses a coin to get in, and takes a rest after each tail. */
  static final Algorithm<Boolean, String> COIN =
      Toy.<Boolean, String>of(
              false,
              (_, s, input, out) -> {
                switch (input) {
                  case Input.Acquire(_), Input.Expired(_) -> out.draw("coin", 2);
                  case Input.Drawn(_, var outcome) when outcome == 0 -> out.granted();
                  case Input.Drawn(_, _) -> out.timer("rest", 10);
                  default -> {}
                }
                return s;
              })
          .build();
}
