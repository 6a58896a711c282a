package io.sluice.lab.explore.trace;

import io.sluice.lab.layout.JsonField;
import io.sluice.protocol.Layout;
import java.util.Comparator;
import java.util.List;

/**
 * A step of a trace in the words of a file: whatever belongs to the protocol is text.
 *
 * @param peer the other process concerned, or {@link #NO_PEER}
 * @param text the message, claim, timer, outcome or order; may be empty
 */
public record SavedStep(
    Kind kind, int process, int peer, String text, List<Sent> sent, boolean granted, String state) {

  /** Stands for the peer where an event has none. */
  public static final int NO_PEER = -1;

  /** A fixed order of events, so that of several traces always the same one is shown. */
  static final Comparator<SavedStep> ORDER =
      Comparator.comparing(SavedStep::kind)
          .thenComparingInt(SavedStep::process)
          .thenComparingInt(SavedStep::peer)
          .thenComparing(SavedStep::text);

  /** The kinds of {@link Event}; files have their names in small letters. */
  public enum Kind {
    ASK(false),
    RELEASE(false),
    RECEIVE(true),
    EXPIRE(false),
    DRAW(false),
    EXCLUDE(true),
    CRASH(false),
    LOSE(true),
    DUPLICATE(true),
    JOIN(true),
    DEPART(false),
    WITHDRAW(false),
    ORDER(false),
    TICK(false),
    PAUSE(false),
    RESUME(false);

    private final boolean peer;

    Kind(boolean peer) {
      this.peer = peer;
    }

    /** Whether such an event has a peer. */
    boolean hasPeer() {
      return peer;
    }
  }

  /** A message that the process sent. */
  public record Sent(int to, String message) {}

  public SavedStep {
    sent = List.copyOf(sent);
  }

  /** A step as it is saved. */
  public static SavedStep of(TraceStep step) {
    return switch (step.event()) {
      case Event.Ask(_, var claim) -> of(step, Kind.ASK, NO_PEER, claim.words());
      case Event.Release _ -> of(step, Kind.RELEASE, NO_PEER, "");
      case Event.Withdraw _ -> of(step, Kind.WITHDRAW, NO_PEER, "");
      case Event.Receive(_, int from, var message) ->
          of(step, Kind.RECEIVE, from, message.toString());
      case Event.Lose(_, int from, var message) -> of(step, Kind.LOSE, from, message.toString());
      case Event.Duplicate(_, int from, var message) ->
          of(step, Kind.DUPLICATE, from, message.toString());
      case Event.Expire(_, var timer) -> of(step, Kind.EXPIRE, NO_PEER, timer);
      case Event.Draw(_, var draw, int outcome) ->
          of(step, Kind.DRAW, NO_PEER, draw + "=" + outcome);
      case Event.Exclude(_, int excluded) -> of(step, Kind.EXCLUDE, excluded, "");
      case Event.Crash _ -> of(step, Kind.CRASH, NO_PEER, "");
      case Event.Join(_, int introducer) -> of(step, Kind.JOIN, introducer, "");
      case Event.Depart _ -> of(step, Kind.DEPART, NO_PEER, "");
      case Event.Order(_, var order) -> of(step, Kind.ORDER, NO_PEER, order.toString());
      case Event.Tick _ -> of(step, Kind.TICK, NO_PEER, "");
      case Event.Pause _ -> of(step, Kind.PAUSE, NO_PEER, "");
      case Event.Resume _ -> of(step, Kind.RESUME, NO_PEER, "");
    };
  }

  private static SavedStep of(TraceStep step, Kind kind, int peer, String text) {
    var sent =
        step.sent().stream().map(each -> new Sent(each.to(), each.message().toString())).toList();
    return new SavedStep(
        kind, step.process(), peer, text, sent, step.granted(), step.state().toString());
  }

  /** Whether the other tells of the same event, whatever came of it. */
  boolean isSameEventAs(SavedStep other) {
    return ORDER.compare(this, other) == 0;
  }

  /** The event as the file has it: {@code a0: receive Req[...] from b0}. */
  public String words(Layout layout) {
    return layout.name(process)
        + ": "
        + JsonField.word(kind)
        + (text.isEmpty() ? "" : " " + text)
        + (peer == NO_PEER ? "" : " from " + layout.name(peer));
  }
}
