package io.sluice.lab.explore.trace;

import io.sluice.lab.layout.LayoutSpec;
import io.sluice.lab.report.spacetime.SpaceTime;
import io.sluice.lab.report.spacetime.SpaceTime.State;
import io.sluice.lab.report.spacetime.SpaceTimeRecorder;
import io.sluice.protocol.Layout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Makes a space-time diagram of a trace: a lane a process, a row an event. */
public final class TraceDiagram {

  private record Channel(int from, int to) {}

  /** A message on its way, and its number with the recorder. */
  private record InTransit(Object message, int number) {}

  private final Layout layout;
  private final SpaceTimeRecorder recorder;
  private final Map<Channel, List<InTransit>> inTransit = new HashMap<>();

  private TraceDiagram(Layout layout, SpaceTimeRecorder recorder) {
    this.layout = layout;
    this.recorder = recorder;
  }

  /**
   * Draws a trace that a search, a {@link Replay} or an example gave.
   *
   * @param name file-safe
   */
  public static SpaceTime of(String name, String title, Trace trace, Layout layout) {
    var recorder = new SpaceTimeRecorder(name, title);
    var shape = LayoutSpec.of(layout);
    for (int node = 0; node < layout.size(); node++) {
      recorder.lane(layout.name(node), shape.groupName(layout.group(node)));
    }
    var diagram = new TraceDiagram(layout, recorder);
    trace.steps().forEach(diagram::draw);
    return recorder.finish();
  }

  private void draw(TraceStep step) {
    String process = layout.name(step.process());
    String deed = EventText.deed(step, layout);
    switch (step.event()) {
      case Event.Receive(int to, int from, var message) ->
          recorder.receive(take(from, to, message), deed);
      case Event.Lose(int to, int from, var message) ->
          recorder.lose(take(from, to, message), deed);
      case Event.Duplicate(int to, int from, var message) -> {
        int original = take(from, to, message);
        put(from, to, new InTransit(message, recorder.copy(original)));
        recorder.receive(original, deed);
      }
      default -> recorder.local(process, deed);
    }
    for (var sent : step.sent()) {
      String label = MessageLabel.of(sent.message(), layout);
      put(
          step.process(),
          sent.to(),
          new InTransit(sent.message(), recorder.send(layout.name(sent.to()), label)));
    }
    switch (step.event()) {
      case Event.Ask _ -> recorder.state(process, State.WAITING);
      case Event.Release _, Event.Withdraw _ -> recorder.state(process, State.IDLE);
      case Event.Depart _ -> recorder.giveUp(process);
      case Event.Crash _ -> recorder.state(process, State.CRASHED);
      default -> {}
    }
    if (step.granted()) {
      recorder.state(process, State.INSIDE);
    }
  }

  private void put(int from, int to, InTransit message) {
    inTransit.computeIfAbsent(new Channel(from, to), _ -> new ArrayList<>()).add(message);
  }

  /** The oldest equal message: in a channel without order these are one and the same. */
  private int take(int from, int to, Object message) {
    Iterator<InTransit> messages =
        inTransit.getOrDefault(new Channel(from, to), new ArrayList<>()).iterator();
    while (messages.hasNext()) {
      var next = messages.next();
      if (next.message.equals(message)) {
        messages.remove();
        return next.number;
      }
    }
    throw new IllegalArgumentException("never sent, but arrives: " + message);
  }
}
