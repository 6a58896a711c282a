package io.sluice.protocol.compose;

import io.sluice.protocol.Outbox;

/**
 * An outbox for a protocol that only sends messages; an implementation defines where they go, and
 * may be a lambda. Every other effect throws an {@link UnsupportedOperationException} that names
 * it, so that a protocol which grows a new effect fails in its first step instead of losing the
 * effect.
 *
 * <p>An implementation that carries out one more effect overrides that method. {@link Relay} is for
 * the opposite case: it passes on every effect except messages.
 *
 * @param <M> the messages of the protocol
 */
@FunctionalInterface
public interface SendOnly<M> extends Outbox<M> {

  @Override
  default void granted(int unit, long fence) {
    throw onlySends("grants unit " + unit + " under the fencing number " + fence);
  }

  @Override
  default void timer(String name, long delayMillis) {
    throw onlySends("sets the timer '" + name + "'");
  }

  @Override
  default void joined() {
    throw onlySends("has joined");
  }

  @Override
  default void departed() {
    throw onlySends("has departed");
  }

  @Override
  default void draw(String name, int bound) {
    throw onlySends("draws '" + name + "'");
  }

  private static UnsupportedOperationException onlySends(String effect) {
    return new UnsupportedOperationException(
        "the process " + effect + ", but its environment only carries out messages");
  }
}
