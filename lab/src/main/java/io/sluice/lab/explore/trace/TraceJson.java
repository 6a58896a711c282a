package io.sluice.lab.explore.trace;

import io.sluice.lab.explore.trace.Trace.Event;
import io.sluice.lab.explore.trace.Trace.Kind;
import io.sluice.lab.explore.trace.Trace.Sent;
import io.sluice.lab.layout.LayoutJson;
import io.sluice.protocol.Layout;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The events of a trace as JSON, with the processes by their names. */
public final class TraceJson {

  private TraceJson() {}

  public static ArrayNode write(Trace trace, Layout layout) {
    var steps = JsonNodeFactory.instance.arrayNode();
    for (var event : trace.events()) {
      var step = steps.addObject();
      step.put("event", event.kind().name().toLowerCase(Locale.ROOT));
      step.put("node", layout.name(event.node()));
      if (event.peer() == Trace.NOBODY) {
        step.putNull("peer");
      } else {
        step.put("peer", layout.name(event.peer()));
      }
      step.put("text", event.text());
      var messages = step.putArray("sent");
      for (var sent : event.sent()) {
        messages.addObject().put("to", layout.name(sent.to())).put("message", sent.message());
      }
      step.put("granted", event.granted());
      step.put("state", event.state());
    }
    return steps;
  }

  static List<Event> read(JsonField steps, Layout layout) {
    var names = IntStream.range(0, layout.size()).mapToObj(layout::name).toList();
    return steps.items().stream().map(step -> event(step, names)).toList();
  }

  private static Event event(JsonField step, List<String> names) {
    var kind = step.field("event").oneOf(Kind.values());
    var peer = step.field("peer");
    boolean alone =
        switch (kind) {
          case ASK, LEAVE, EXPIRE, DRAW, CRASH, DEPART, WITHDRAW, ORDER -> true;
          case RECEIVE, EXCLUDE, LOSE, DUPLICATE, JOIN -> false;
        };
    if (peer.isNull() != alone) {
      throw peer.wrong(alone ? "this event has no peer" : "this event needs a peer");
    }
    return new Event(
        kind,
        LayoutJson.place(step.field("node"), names),
        alone ? Trace.NOBODY : LayoutJson.place(peer, names),
        step.field("text").text(),
        step.field("sent").items().stream()
            .map(
                sent ->
                    new Sent(
                        LayoutJson.place(sent.field("to"), names), sent.field("message").text()))
            .toList(),
        step.field("granted").flag(),
        step.field("state").text());
  }
}
