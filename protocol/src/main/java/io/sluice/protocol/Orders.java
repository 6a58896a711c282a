package io.sluice.protocol;

import java.util.List;

/**
 * A kind of {@link Input.Order} that a protocol understands.
 *
 * @param name what people call it: {@code change}, {@code duplicate}
 * @param choices the orders of this kind that may be given
 * @param free whether the environment gives them by itself, as often as there is a choice: not
 *     orders of a person, but what happens around the protocol, such as a record that arrives
 */
public record Orders<S, M>(String name, Choices<S, M> choices, boolean free) {

  /** Says what a process may be told in a world. */
  @FunctionalInterface
  public interface Choices<S, M> {
    List<M> at(World<S, M> world, int node);
  }
}
