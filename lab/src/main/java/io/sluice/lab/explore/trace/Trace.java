package io.sluice.lab.explore.trace;

import java.util.List;

/**
 * A run, such as one that shows an error, event by event, from the first world on.
 *
 * @param cycle where the part begins that can repeat for ever, or {@link #NO_CYCLE}
 */
public record Trace(List<Event> events, int cycle) {

  public static final int NO_CYCLE = -1;

  /** Stands where an event has no peer. */
  public static final int NOBODY = -1;

  public enum Kind {
    /** The application asks. */
    ASK,
    /** The application leaves. */
    LEAVE,
    /** A message arrives from the peer. */
    RECEIVE,
    /** A timer runs out. */
    EXPIRE,
    /** A draw has an outcome. */
    DRAW,
    /** The process learns that the peer has been excluded. */
    EXCLUDE,
    /** The process crashes. */
    CRASH,
    /** A message from the peer is lost on its way to the process. */
    LOSE,
    /** A message from the peer arrives, and will arrive once more. */
    DUPLICATE,
    /** The process shall join, introduced by the peer. */
    JOIN,
    /** The process shall leave the cluster. */
    DEPART,
    /** The application gives up waiting. */
    WITHDRAW,
    /** The process is told something that only its protocol knows. */
    ORDER
  }

  /**
   * One event.
   *
   * @param node the process it happens to
   * @param text the message, claim, timer, outcome or order; may be empty
   * @param sent what the process sends in this step
   * @param granted whether the process is let in by this step
   * @param state the process's state afterwards
   */
  public record Event(
      Kind kind, int node, int peer, String text, List<Sent> sent, boolean granted, String state) {

    /** Whether the other tells of the same happening, whatever came of it. */
    public boolean isSameAs(Event other) {
      return kind == other.kind
          && node == other.node
          && peer == other.peer
          && text.equals(other.text);
    }
  }

  public record Sent(int to, String message) {}
}
