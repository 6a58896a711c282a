package io.sluice.protocol.compose;

import io.sluice.protocol.Outbox;

/**
 * An outbox that passes all effects but messages on to another; an implementation defines what
 * happens to messages.
 */
public interface Relay<M> extends Outbox<M> {

  /** Where the effects go. */
  Outbox<M> out();

  @Override
  default void granted(int unit, long fence) {
    out().granted(unit, fence);
  }

  @Override
  default void timer(String name, long delayMillis) {
    out().timer(name, delayMillis);
  }

  @Override
  default void joined() {
    out().joined();
  }

  @Override
  default void departed() {
    out().departed();
  }

  @Override
  default void draw(String name, int bound) {
    out().draw(name, bound);
  }
}
