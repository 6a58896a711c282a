package io.sluice.protocol.priority;

import io.sluice.protocol.Node;

/**
 * A request in a participant's queue.
 *
 * @param via the child that it came from, or the participant itself
 * @param sent whether the parent has been told of it
 */
public record Pending(Wish wish, @Node int via, boolean sent) {

  Pending sentOn() {
    return new Pending(wish, via, true);
  }
}
