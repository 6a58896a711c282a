package io.sluice.lab.report.spacetime;

import io.sluice.lab.report.svg.Names;
import java.util.List;
import java.util.Objects;

/**
 * A run of a distributed system as plain data, for a space-time diagram: a lane per node, a row per
 * event, messages between rows. Drawn by {@link SvgSpaceTime}, {@link MermaidSpaceTime} and {@link
 * SpaceTimeText}; {@link SpaceTimeRecorder} is the comfortable way to make one.
 *
 * @param name file-safe; also the prefix of the identifiers inside the drawing
 * @param rows what happened, in order; the position in the list is the row's number
 */
public record SpaceTime(
    String name,
    String title,
    List<Lane> lanes,
    List<Row> rows,
    List<Message> messages,
    List<Interval> intervals) {

  /** A node. Lanes of one group share a colour; the empty group is a group too. */
  public record Lane(String name, String group) {
    public Lane {
      Objects.requireNonNull(name);
      Objects.requireNonNull(group);
    }
  }

  /** One event. */
  public sealed interface Row {
    /** What happened, without the node's name; may be empty where an arrow says it all. */
    String text();

    /** Something a node does, or a message it takes. */
    record Local(int lane, String text) implements Row {
      public Local {
        Objects.requireNonNull(text);
      }
    }

    /** Something that happens between the nodes, such as the loss of a message. */
    record Network(String text) implements Row {
      public Network {
        Objects.requireNonNull(text);
      }
    }
  }

  /** A message, sent in a row of its sender. */
  public record Message(String label, int from, int to, int sentAt, Delivery delivery) {
    public Message {
      Objects.requireNonNull(label);
      Objects.requireNonNull(delivery);
    }
  }

  /** What became of a message. */
  public sealed interface Delivery {
    /** It arrived, in a row of its receiver. */
    record Received(int row) implements Delivery {}

    /** It was lost, in a row of the network. */
    record Lost(int row) implements Delivery {}

    /** The run ended first. */
    record InFlight() implements Delivery {}
  }

  /** What a node is about, from one row up to another. */
  public enum State {
    IDLE,
    WAITING,
    INSIDE,
    CRASHED
  }

  /** A state of a lane from a row on until just before another; the end of the run is a row too. */
  public record Interval(int lane, State state, int from, int until) {
    public Interval {
      Objects.requireNonNull(state);
    }
  }

  public SpaceTime {
    Names.requireFileSafe(name);
    Objects.requireNonNull(title);
    lanes = List.copyOf(lanes);
    rows = List.copyOf(rows);
    messages = List.copyOf(messages);
    intervals = List.copyOf(intervals);
    for (Row row : rows) {
      if (row instanceof Row.Local local) {
        Objects.checkIndex(local.lane(), lanes.size());
      }
    }
    for (Message message : messages) {
      check(message, lanes, rows);
    }
    for (Interval interval : intervals) {
      Objects.checkIndex(interval.lane(), lanes.size());
      Objects.checkFromToIndex(interval.from(), interval.until(), rows.size());
    }
  }

  /** The state of a lane in a row; idle if nothing was said. */
  State stateAt(int lane, int row) {
    return intervals.stream()
        .filter(i -> i.lane() == lane && i.from() <= row && row < i.until())
        .reduce((_, last) -> last)
        .map(Interval::state)
        .orElse(State.IDLE);
  }

  /** The place of a lane's group among the groups, in the order of the lanes. */
  int groupIndex(int lane) {
    return lanes.stream().map(Lane::group).distinct().toList().indexOf(lanes.get(lane).group());
  }

  /** Arrows that point up or end at the wrong node would be a lie about the run. */
  private static void check(Message message, List<Lane> lanes, List<Row> rows) {
    Objects.checkIndex(message.to(), lanes.size());
    boolean sent = actsIn(rows, message.sentAt(), message.from());
    boolean ended =
        switch (message.delivery()) {
          case Delivery.Received(int row) ->
              row > message.sentAt() && actsIn(rows, row, message.to());
          case Delivery.Lost(int row) -> row > message.sentAt() && row < rows.size();
          case Delivery.InFlight() -> true;
        };
    if (!sent || !ended) {
      throw new IllegalArgumentException("does not fit the rows: " + message);
    }
  }

  private static boolean actsIn(List<Row> rows, int row, int lane) {
    return row >= 0
        && row < rows.size()
        && rows.get(row) instanceof Row.Local local
        && local.lane() == lane;
  }
}
