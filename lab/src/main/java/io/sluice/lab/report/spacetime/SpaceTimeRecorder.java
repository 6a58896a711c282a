package io.sluice.lab.report.spacetime;

import io.sluice.lab.report.spacetime.SpaceTime.Delivery;
import io.sluice.lab.report.spacetime.SpaceTime.Interval;
import io.sluice.lab.report.spacetime.SpaceTime.Lane;
import io.sluice.lab.report.spacetime.SpaceTime.Message;
import io.sluice.lab.report.spacetime.SpaceTime.Row;
import io.sluice.lab.report.spacetime.SpaceTime.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Records a run event by event. Each event is a row; sends and state changes after it belong to
 * that row, until the next event.
 *
 * <pre>{@code
 * var run = new SpaceTimeRecorder("handover", "A fork moves").lane("a1", "A").lane("b0", "B");
 * run.local("a1", "asks").state("a1", State.WAITING);
 * int request = run.send("b0", "Req(1)");
 * run.receive(request, "gives way");
 * int fork = run.send("a1", "Fork");
 * run.receive(fork, "enters").state("a1", State.INSIDE);
 * SpaceTime diagram = run.finish();
 * }</pre>
 */
public final class SpaceTimeRecorder {
  private record Since(State state, int row) {}

  private final String name;
  private final String title;
  private final List<Lane> lanes = new ArrayList<>();
  private final Map<String, Integer> laneByName = new HashMap<>();
  private final List<Row> rows = new ArrayList<>();
  private final List<Message> messages = new ArrayList<>();
  private final List<Interval> intervals = new ArrayList<>();
  private final Map<Integer, Since> current = new HashMap<>();

  public SpaceTimeRecorder(String name, String title) {
    this.name = name;
    this.title = title;
  }

  public SpaceTimeRecorder lane(String node, String group) {
    if (laneByName.putIfAbsent(node, lanes.size()) != null) {
      throw new IllegalArgumentException("two lanes are named " + node);
    }
    lanes.add(new Lane(node, group));
    return this;
  }

  /** Adds a row: a process does something. */
  public SpaceTimeRecorder local(String node, String text) {
    rows.add(new Row.Local(indexOf(node), text));
    return this;
  }

  /** The process of the last event sends a message. Returns a number that identifies it. */
  public int send(String to, String label) {
    int row = rows.size() - 1;
    if (row < 0 || !(rows.get(row) instanceof Row.Local(int sender, _))) {
      throw new IllegalStateException("no process acted that could send " + label);
    }
    messages.add(new Message(label, sender, indexOf(to), row, new Delivery.InFlight()));
    return messages.size() - 1;
  }

  /** The network duplicates a message. Returns a number that identifies the copy. */
  public int copy(int message) {
    Message sent = messages.get(message);
    messages.add(
        new Message(sent.label(), sent.from(), sent.to(), sent.sentAt(), new Delivery.InFlight()));
    return messages.size() - 1;
  }

  /** Adds a row: a message arrives; the text says what its receiver does. */
  public SpaceTimeRecorder receive(int message, String text) {
    rows.add(new Row.Local(messages.get(message).to(), text));
    return end(message, new Delivery.Received(rows.size() - 1));
  }

  /** Adds a row: the network loses a message. */
  public SpaceTimeRecorder lose(int message, String text) {
    rows.add(new Row.Network(text));
    return end(message, new Delivery.Lost(rows.size() - 1));
  }

  /** Adds a row: an event that no process caused. */
  public SpaceTimeRecorder network(String text) {
    rows.add(new Row.Network(text));
    return this;
  }

  /** Sets the state of a process from the last event on, or from the start if there was none. */
  public SpaceTimeRecorder state(String node, State state) {
    int lane = indexOf(node);
    int row = Math.max(0, rows.size() - 1);
    if (current.getOrDefault(lane, new Since(State.IDLE, 0)).state() != state) {
      closeInterval(lane, row);
      current.put(lane, new Since(state, row));
    }
    return this;
  }

  /** Ends the waiting of a process, if it waits. */
  public SpaceTimeRecorder giveUp(String node) {
    boolean waits =
        current.getOrDefault(indexOf(node), new Since(State.IDLE, 0)).state() == State.WAITING;
    return waits ? state(node, State.IDLE) : this;
  }

  /** Returns the run so far; messages that did not arrive are in flight. */
  public SpaceTime finish() {
    for (int lane = 0; lane < lanes.size(); lane++) {
      closeInterval(lane, rows.size());
    }
    current.clear();
    return new SpaceTime(name, title, lanes, rows, messages, intervals);
  }

  private SpaceTimeRecorder end(int message, Delivery delivery) {
    Message sent = messages.get(message);
    if (!(sent.delivery() instanceof Delivery.InFlight)) {
      throw new IllegalStateException("this message is no longer in flight: " + sent);
    }
    messages.set(
        message, new Message(sent.label(), sent.from(), sent.to(), sent.sentAt(), delivery));
    return this;
  }

  private void closeInterval(int lane, int row) {
    Since since = current.getOrDefault(lane, new Since(State.IDLE, row));
    if (since.state() != State.IDLE && since.row() < row) {
      intervals.add(new Interval(lane, since.state(), since.row(), row));
    }
  }

  private int indexOf(String node) {
    Integer lane = laneByName.get(node);
    if (lane == null) {
      throw new IllegalArgumentException("no lane is named " + node);
    }
    return lane;
  }
}
