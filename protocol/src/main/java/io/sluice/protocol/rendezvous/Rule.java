package io.sluice.protocol.rendezvous;

import java.util.HashSet;
import java.util.Optional;

/**
 * What a change does to a tally.
 *
 * @param kind whether it is a latch or a barrier
 * @param needed how many arrivals complete a generation
 */
public record Rule(Kind kind, int needed) {

  /** The most arrivals that a generation may need: all of them are told to each new member. */
  public static final int MOST = 1000;

  /** What the arrivals are for. */
  public enum Kind {
    /** It opens once and stays open; arrivals count although their processes crash. */
    LATCH,
    /** All parties of a generation go on together, or it is broken. */
    BARRIER
  }

  /** The tally after a change, and the generation that it has decided, if it has. */
  public record Effect(Tally tally, Optional<Outcome> decided) {}

  /** Applies a change. */
  public Effect apply(Tally tally, Change change) {
    return switch (change) {
      case Change.Arrive(var ticket) -> arrive(tally, ticket);
      case Change.GiveUp(var ticket) ->
          kind == Kind.BARRIER && tally.tickets().contains(ticket)
              ? decide(tally, false)
              : unchanged(tally);
      case Change.Begin(var nodes) ->
          kind == Kind.BARRIER && hasLost(tally, new HashSet<>(nodes))
              ? decide(tally, false)
              : unchanged(tally);
    };
  }

  private Effect arrive(Tally tally, Ticket ticket) {
    boolean open = kind == Kind.LATCH && tally.generation() > 0;
    if (open || tally.tickets().contains(ticket)) {
      return unchanged(tally);
    }
    var after = tally.with(ticket);
    return after.tickets().size() == needed ? decide(after, true) : unchanged(after);
  }

  /** Whether a party has arrived whose node is not among these. */
  private static boolean hasLost(Tally tally, HashSet<Long> nodes) {
    return tally.tickets().stream().anyMatch(ticket -> !nodes.contains(ticket.node()));
  }

  private static Effect decide(Tally tally, boolean complete) {
    return new Effect(
        tally.decided(), Optional.of(new Outcome(tally.generation(), complete, tally.tickets())));
  }

  private static Effect unchanged(Tally tally) {
    return new Effect(tally, Optional.empty());
  }
}
