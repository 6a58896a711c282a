package io.sluice.protocol.rendezvous;

import java.util.List;

/**
 * How a generation has ended.
 *
 * @param complete whether all parties had arrived; if not, it is broken
 * @param tickets those that had arrived, in the order of their arrival
 */
public record Outcome(long generation, boolean complete, List<Ticket> tickets) {
  public Outcome {
    tickets = List.copyOf(tickets);
  }
}
