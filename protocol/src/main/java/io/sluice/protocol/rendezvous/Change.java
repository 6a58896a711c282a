package io.sluice.protocol.rendezvous;

import java.util.List;

/** What changes a {@link Tally}. */
public sealed interface Change {

  /** A party arrives at a barrier, or takes one off the count of a latch. */
  record Arrive(Ticket ticket) implements Change {}

  /** A party that waits at a barrier gives up: it timed out, or was interrupted. */
  record GiveUp(Ticket ticket) implements Change {}

  /**
   * A view has begun.
   *
   * @param nodes its members
   */
  record Begin(List<Long> nodes) implements Change {
    public Begin {
      nodes = List.copyOf(nodes);
    }
  }
}
