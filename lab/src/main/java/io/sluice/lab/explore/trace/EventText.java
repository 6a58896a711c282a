package io.sluice.lab.explore.trace;

import io.sluice.lab.explore.trace.Trace.Event;
import io.sluice.lab.explore.trace.Trace.Kind;
import io.sluice.protocol.Layout;
import java.util.LinkedHashMap;
import java.util.StringJoiner;

/** Events in words. */
public final class EventText {

  private EventText() {}

  /** The whole event, with the name of the process: {@code b0 receives Req(1.a0) from a0}. */
  public static String of(Event event, Layout layout) {
    String who = layout.name(event.node());
    String told = told(event, layout, who);
    boolean toldAlready = event.kind() != Kind.RECEIVE && event.kind() != Kind.DUPLICATE;
    return event.granted() && !toldAlready ? told + " and enters" : told;
  }

  private static String told(Event event, Layout layout, String who) {
    return switch (event.kind()) {
      case RECEIVE ->
          "%s receives %s from %s".formatted(who, message(event, layout), peer(event, layout));
      case LOSE ->
          "%s from %s to %s is lost".formatted(message(event, layout), peer(event, layout), who);
      case DUPLICATE ->
          "%s receives %s from %s, which will arrive once more"
              .formatted(who, message(event, layout), peer(event, layout));
      case ASK, LEAVE, EXPIRE, DRAW, EXCLUDE, CRASH, JOIN, DEPART, WITHDRAW, ORDER ->
          who + " " + deed(event, layout);
    };
  }

  /** What is to be said of an event beside the arrow of its message, if it has one. */
  static String deed(Event event, Layout layout) {
    String deed =
        switch (event.kind()) {
          case ASK -> event.text().isEmpty() ? "asks" : "asks for " + event.text();
          case LEAVE -> "leaves";
          case RECEIVE, LOSE -> "";
          case DUPLICATE -> "will get it again";
          case EXPIRE -> "hears its timer " + event.text();
          case DRAW -> "draws " + event.text();
          case EXCLUDE -> "learns that " + peer(event, layout) + " is gone";
          case CRASH -> "crashes";
          case JOIN -> "joins through " + peer(event, layout);
          case DEPART -> "is to leave the cluster";
          case WITHDRAW -> "gives up waiting";
          case ORDER -> "is told " + message(event, layout);
        };
    return !event.granted() ? deed : deed.isEmpty() ? "enters" : deed + ", enters";
  }

  /** What an event made its process send: {@code Req(1.a0) to b0 b1}; empty if nothing. */
  public static String sends(Event event, Layout layout) {
    var receivers = new LinkedHashMap<String, StringJoiner>();
    for (var sent : event.sent()) {
      receivers
          .computeIfAbsent(MessageLabel.of(sent.message(), layout), _ -> new StringJoiner(" "))
          .add(layout.name(sent.to()));
    }
    var words = new StringJoiner(", ");
    receivers.forEach((label, to) -> words.add(label + " to " + to));
    return words.toString();
  }

  private static String message(Event event, Layout layout) {
    return MessageLabel.of(event.text(), layout);
  }

  private static String peer(Event event, Layout layout) {
    return layout.name(event.peer());
  }
}
