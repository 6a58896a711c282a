package io.sluice.protocol;

/**
 * A request's place in the total order: Lamport time first, ties to the lower process number.
 *
 * <p>Leslie Lamport, <em>Time, clocks, and the ordering of events in a distributed system</em>,
 * CACM 21(7), 1978.
 */
public record Ticket(@Time int time, @ProcessId int node) {

  /** Whether this request is older than the other, and so goes first. */
  public boolean before(Ticket other) {
    return time != other.time ? time < other.time : node < other.node;
  }
}
