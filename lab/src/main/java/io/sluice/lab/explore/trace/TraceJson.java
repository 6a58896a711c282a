package io.sluice.lab.explore.trace;

import io.sluice.lab.explore.trace.SavedStep.Kind;
import io.sluice.lab.explore.trace.SavedStep.Sent;
import io.sluice.lab.layout.JsonField;
import io.sluice.lab.layout.LayoutJson;
import io.sluice.protocol.Layout;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The steps of a trace as JSON, with the processes by their names. */
public final class TraceJson {

  private TraceJson() {}

  public static ArrayNode write(Trace trace, Layout layout) {
    return write(SavedTrace.of(trace), layout);
  }

  static ArrayNode write(SavedTrace trace, Layout layout) {
    var steps = JsonNodeFactory.instance.arrayNode();
    for (var saved : trace.steps()) {
      var step = steps.addObject();
      step.put("event", JsonField.word(saved.kind()));
      step.put("node", layout.name(saved.process()));
      if (saved.kind().hasPeer()) {
        step.put("peer", layout.name(saved.peer()));
      } else {
        step.putNull("peer");
      }
      step.put("text", saved.text());
      var messages = step.putArray("sent");
      for (var sent : saved.sent()) {
        messages.addObject().put("to", layout.name(sent.to())).put("message", sent.message());
      }
      step.put("granted", saved.granted());
      step.put("state", saved.state());
    }
    return steps;
  }

  static List<SavedStep> read(JsonField steps, Layout layout) {
    var names = IntStream.range(0, layout.size()).mapToObj(layout::name).toList();
    return steps.items().stream().map(step -> step(step, names)).toList();
  }

  private static SavedStep step(JsonField step, List<String> names) {
    var kind = kind(step.field("event"));
    var peer = step.field("peer");
    if (peer.isNull() == kind.hasPeer()) {
      throw peer.wrong(kind.hasPeer() ? "this event needs a peer" : "this event has no peer");
    }
    return new SavedStep(
        kind,
        LayoutJson.place(step.field("node"), names),
        kind.hasPeer() ? LayoutJson.place(peer, names) : SavedStep.NO_PEER,
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

  /** Files of earlier versions call a release "leave". */
  private static Kind kind(JsonField event) {
    return event.isText("leave") ? Kind.RELEASE : event.oneOf(Kind.values());
  }
}
