package io.sluice.protocol;

import java.util.List;

/**
 * A kind of {@link Input.Order} that a protocol understands.
 *
 * @param name what people call it: {@code change}, {@code duplicate}
 * @param choices the orders of this kind that may be given
 */
public record Orders<S, M>(String name, Choices<S, M> choices) {

  /** Says what a process may be told in a world. */
  @FunctionalInterface
  public interface Choices<S, M> {
    List<M> at(World<S, M> world, int node);
  }
}
