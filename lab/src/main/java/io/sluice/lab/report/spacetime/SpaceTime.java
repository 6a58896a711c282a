package io.sluice.lab.report.spacetime;

import io.sluice.lab.report.svg.Names;
import java.util.List;
import java.util.Objects;

/**
 * A run of a distributed system as plain data, for a space-time diagram: a lane per node, a row per
 * event, messages between rows. Drawn by {@link SvgSpaceTime}, {@link MermaidSpaceTime} and {@link
 * SpaceTimeText}; {@link SpaceTimeRecorder} is the simplest way to make one.
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

  /** A process. Lanes of one group share a colour; the empty name is a group too. */
  public record Lane(String name, String group) {
    public Lane {
      Objects.requireNonNull(name);
      Objects.requireNonNull(group);
    }
  }

  /** One event. */
  public sealed interface Row {
    /** What happened, without the name of the lane; may be empty where an arrow suffices. */
    String text();

    /** A step of one process, such as the receipt of a message. */
    record Local(int lane, String text) implements Row {
      public Local {
        Objects.requireNonNull(text);
      }
    }

    /** An event between the processes, such as the loss of a message. */
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

  /** Whether and where a message was delivered. */
  public sealed interface Delivery {
    /** Received, in a row of its receiver. */
    record Received(int row) implements Delivery {}

    /** Lost, in a row of the network. */
    record Lost(int row) implements Delivery {}

    /** Still in flight when the run ended. */
    record InFlight() implements Delivery {}
  }

  /** The state of a process over an interval of rows. */
  public enum State {
    IDLE,
    WAITING,
    INSIDE,
    CRASHED
  }

  /**
   * The state of a lane from a row, inclusive, until another, exclusive; {@code until} may be the
   * number of rows.
   */
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

  /** The state of a lane in a row; idle by default. */
  State stateAt(int lane, int row) {
    return intervals.stream()
        .filter(i -> i.lane() == lane && i.from() <= row && row < i.until())
        .reduce((_, last) -> last)
        .map(Interval::state)
        .orElse(State.IDLE);
  }

  /** The index of a lane's group among the groups, in the order of the lanes. */
  int groupIndex(int lane) {
    return lanes.stream().map(Lane::group).distinct().toList().indexOf(lanes.get(lane).group());
  }

  /** Rejects messages that arrive before they were sent, or at another process. */
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
      throw new IllegalArgumentException("a message does not fit the rows: " + message);
    }
  }

  private static boolean actsIn(List<Row> rows, int row, int lane) {
    return row >= 0
        && row < rows.size()
        && rows.get(row) instanceof Row.Local local
        && local.lane() == lane;
  }
}
