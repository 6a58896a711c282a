package io.sluice.lab.explore.trace;

import io.sluice.lab.explore.Example;
import io.sluice.lab.explore.trace.Trace.Event;
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

  /** A message on its way: its text, and its number with the recorder. */
  private record Sent(String text, int number) {}

  private final Layout layout;
  private final SpaceTimeRecorder recorder;
  private final Map<Channel, List<Sent>> inTransit = new HashMap<>();

  private TraceDiagram(Layout layout, SpaceTimeRecorder recorder) {
    this.layout = layout;
    this.recorder = recorder;
  }

  /**
   * Draws a trace that a search, a {@link Replay} or an {@link Example} gave.
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
    trace.events().forEach(diagram::draw);
    return recorder.finish();
  }

  private void draw(Event event) {
    String who = layout.name(event.node());
    String deed = EventText.deed(event, layout);
    switch (event.kind()) {
      case RECEIVE -> recorder.receive(take(event), deed);
      case LOSE -> recorder.lose(take(event), deed);
      case DUPLICATE -> {
        int original = take(event);
        put(event.peer(), event.node(), new Sent(event.text(), recorder.copy(original)));
        recorder.receive(original, deed);
      }
      case ASK, LEAVE, EXPIRE, DRAW, EXCLUDE, CRASH, JOIN, DEPART, WITHDRAW, ORDER ->
          recorder.local(who, deed);
    }
    for (var sent : event.sent()) {
      String label = MessageLabel.of(sent.message(), layout);
      put(
          event.node(),
          sent.to(),
          new Sent(sent.message(), recorder.send(layout.name(sent.to()), label)));
    }
    switch (event.kind()) {
      case ASK -> recorder.state(who, State.WAITING);
      case LEAVE, WITHDRAW -> recorder.state(who, State.IDLE);
      case DEPART -> recorder.giveUp(who);
      case CRASH -> recorder.state(who, State.CRASHED);
      case RECEIVE, LOSE, DUPLICATE, EXPIRE, DRAW, EXCLUDE, JOIN, ORDER -> {}
    }
    if (event.granted()) {
      recorder.state(who, State.INSIDE);
    }
  }

  private void put(int from, int to, Sent message) {
    inTransit.computeIfAbsent(new Channel(from, to), _ -> new ArrayList<>()).add(message);
  }

  /** The oldest message of that text: in a channel without order nobody could tell them apart. */
  private int take(Event event) {
    Iterator<Sent> messages =
        inTransit
            .getOrDefault(new Channel(event.peer(), event.node()), new ArrayList<>())
            .iterator();
    while (messages.hasNext()) {
      var message = messages.next();
      if (message.text.equals(event.text())) {
        messages.remove();
        return message.number;
      }
    }
    throw new IllegalArgumentException("nobody sent what arrives here: " + event);
  }
}
