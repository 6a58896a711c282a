package io.sluice.lab.explore.trace;

import io.sluice.protocol.Layout;
import java.util.LinkedHashMap;
import java.util.StringJoiner;

/** The steps of a trace in words. */
public final class EventText {

  private EventText() {}

  /** The event, with the name of the process: {@code b0 receives Req(1.a0) from a0}. */
  public static String of(TraceStep step, Layout layout) {
    String process = layout.name(step.process());
    return switch (step.event()) {
      case Event.Receive(_, int from, var message) ->
          "%s receives %s from %s%s"
              .formatted(process, label(message, layout), layout.name(from), entry(step));
      case Event.Duplicate(_, int from, var message) ->
          "%s receives %s from %s, which will arrive once more%s"
              .formatted(process, label(message, layout), layout.name(from), entry(step));
      case Event.Lose(_, int from, var message) ->
          "%s from %s to %s is lost".formatted(label(message, layout), layout.name(from), process);
      default -> process + " " + deed(step, layout);
    };
  }

  private static String entry(TraceStep step) {
    return step.granted() ? " and enters" : "";
  }

  /** What a diagram says of a step beside the arrow of its message, if it has one. */
  public static String deed(TraceStep step, Layout layout) {
    String deed =
        switch (step.event()) {
          case Event.Ask(_, var claim) ->
              claim.words().isEmpty() ? "asks" : "asks for " + claim.words();
          case Event.Release _ -> "releases";
          case Event.Withdraw _ -> "withdraws";
          case Event.Receive _, Event.Lose _ -> "";
          case Event.Duplicate _ -> "will get it again";
          case Event.Expire(_, var timer) -> "hears its timer " + timer;
          case Event.Draw(_, var draw, int outcome) -> "draws " + draw + "=" + outcome;
          case Event.Exclude(_, int peer) -> "learns that " + layout.name(peer) + " is gone";
          case Event.Crash _ -> "crashes";
          case Event.Join(_, int introducer) -> "joins through " + layout.name(introducer);
          case Event.Depart _ -> "is told to depart";
          case Event.Order(_, var order) -> "is told " + label(order, layout);
          case Event.Tick _ -> "hears the clock tick";
          case Event.Pause _ -> "is paused";
          case Event.Resume _ -> "goes on";
        };
    return !step.granted() ? deed : deed.isEmpty() ? "enters" : deed + ", enters";
  }

  /** What a step made its process send: {@code Req(1.a0) to b0 b1}; empty if nothing. */
  public static String sends(TraceStep step, Layout layout) {
    var receivers = new LinkedHashMap<String, StringJoiner>();
    for (var sent : step.sent()) {
      receivers
          .computeIfAbsent(label(sent.message(), layout), _ -> new StringJoiner(" "))
          .add(layout.name(sent.to()));
    }
    var words = new StringJoiner(", ");
    receivers.forEach((label, to) -> words.add(label + " to " + to));
    return words.toString();
  }

  private static String label(Object message, Layout layout) {
    return MessageLabel.of(message, layout);
  }
}
