package io.sluice.protocol.rendezvous;

import java.util.ArrayList;
import java.util.List;

/**
 * The parties that have arrived: the value that all members have a copy of.
 *
 * @param generation how many generations have been decided before; of a latch, whether it is open
 * @param tickets those that have arrived in this generation, in the order of their arrival
 */
public record Tally(long generation, List<Ticket> tickets) {

  /** The tally of a name that no process has used. */
  public static final Tally NONE = new Tally(0, List.of());

  public Tally {
    tickets = List.copyOf(tickets);
  }

  Tally with(Ticket ticket) {
    var more = new ArrayList<>(tickets);
    more.add(ticket);
    return new Tally(generation, more);
  }

  /** The next generation, in which no party has arrived. */
  Tally decided() {
    return new Tally(generation + 1, List.of());
  }
}
