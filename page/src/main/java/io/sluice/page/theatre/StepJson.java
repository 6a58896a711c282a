package io.sluice.page.theatre;

import io.sluice.lab.explore.trace.Event;
import io.sluice.lab.explore.trace.EventText;
import io.sluice.lab.explore.trace.StateFields;
import io.sluice.lab.explore.trace.TraceStep;
import io.sluice.protocol.Layout;
import java.util.function.IntUnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** What a diagram needs of a step, as JSON. */
public final class StepJson {

  private final Layout layout;
  private final IntUnaryOperator lane;

  private StepJson(Layout layout, IntUnaryOperator lane) {
    this.layout = layout;
    this.lane = lane;
  }

  /** A step of a run in which each process has a lane. */
  static ObjectNode of(TraceStep step, Layout layout) {
    return of(step, layout, IntUnaryOperator.identity());
  }

  /**
   * A step of a run in which only some processes have a lane.
   *
   * @param lane the lane of a process
   */
  public static ObjectNode of(TraceStep step, Layout layout, IntUnaryOperator lane) {
    return new StepJson(layout, lane).write(step);
  }

  private ObjectNode write(TraceStep step) {
    var node = WorldJson.MAPPER.createObjectNode();
    node.put("process", lane.applyAsInt(step.process()));
    node.put("deed", EventText.deed(step, layout));
    node.put("granted", step.granted());
    switch (step.event()) {
      case Event.Receive(_, int from, var message) -> message(node, from, message);
      case Event.Duplicate(_, int from, var message) -> message(node, from, message);
      case Event.Lose(_, int from, var message) -> message(node, from, message);
      default -> {}
    }
    var sent = node.putArray("sent");
    for (var each : step.sent()) {
      sent.addObject()
          .put("to", lane.applyAsInt(each.to()))
          .put("label", StateFields.label(each.message(), layout));
    }
    return node;
  }

  private void message(ObjectNode node, int from, Object message) {
    node.put("from", lane.applyAsInt(from)).put("label", StateFields.label(message, layout));
  }
}
