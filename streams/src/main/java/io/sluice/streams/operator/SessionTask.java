package io.sluice.streams.operator;

import io.sluice.streams.WindowResult;
import io.sluice.streams.graph.Logic.KeyContext;
import io.sluice.streams.graph.Logic.KeyedTask;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;

/**
 * Aggregates the records of each key in sessions. A session ends where no record follows for the
 * time of the gap.
 *
 * <p>A record is late if the watermark had reached its time and the lateness when it was read.
 * Since that is judged by the record alone, the sessions are the same in whatever order its records
 * arrive: a session has its result when the watermark reaches {@code end - 1 + lateness}, and each
 * record that follows is either late or begins at {@code end} or later.
 */
public final class SessionTask<T, A> implements KeyedTask {

  /** The results. */
  public static final int RESULTS = 0;

  /** The late records. */
  public static final int LATE = 1;

  private final long gap;
  private final long lateness;
  private final Aggregator<T, A> aggregator;
  private final BinaryOperator<A> merge;

  public SessionTask(
      long gapMillis,
      long latenessMillis,
      Supplier<? extends A> initial,
      BiFunction<? super A, ? super T, ? extends A> add,
      BinaryOperator<A> merge) {
    this.gap = gapMillis;
    this.lateness = latenessMillis;
    this.aggregator = new Aggregator<>(initial, add);
    this.merge = merge;
  }

  @Override
  public void process(int input, Object record, KeyContext context) {
    long time = Times.required(context.time());
    if (context.watermark() >= time + lateness) {
      context.emit(LATE, record, time, context.watermark());
      return;
    }
    var sessions = sessions(context);
    // They are in order and do not overlap, so those that the record touches are neighbours.
    int from = 0;
    while (from < sessions.size() && sessions.get(from).end() <= time) {
      from++;
    }
    int to = from;
    while (to < sessions.size() && sessions.get(to).isTouchedBy(time, gap)) {
      to++;
    }
    var touched = sessions.subList(from, to);
    var session = joined(touched, time, record);
    if (touched.stream().noneMatch(each -> each.end() == session.end())) {
      context.timer(due(session.end()));
    }
    touched.clear();
    sessions.add(from, session);
    context.setState(sessions);
  }

  @SuppressWarnings("unchecked") // only aggregates of this type are kept
  private Session joined(List<Session> touched, long time, Object record) {
    if (touched.isEmpty()) {
      return new Session(time, time + gap, aggregator.add(aggregator.initial(), record));
    }
    var aggregate = (A) touched.getFirst().aggregate();
    for (var each : touched.subList(1, touched.size())) {
      aggregate =
          Aggregator.notNull(
              merge.apply(aggregate, (A) each.aggregate()), "the function that merges aggregates");
    }
    return new Session(
        Math.min(time, touched.getFirst().start()),
        Math.max(time + gap, touched.getLast().end()),
        aggregator.add(aggregate, record));
  }

  @Override
  public void expired(long timer, KeyContext context) {
    var sessions = sessions(context);
    // None if the session has grown since, or is part of another one.
    var ended = sessions.stream().filter(each -> due(each.end()) == timer).findFirst();
    ended.ifPresent(sessions::remove);
    if (sessions.isEmpty()) {
      context.removeState();
    } else {
      context.setState(sessions);
    }
    ended.ifPresent(each -> emit(each, context));
  }

  private static void emit(Session session, KeyContext context) {
    var result =
        new WindowResult<>(context.key(), session.start(), session.end(), session.aggregate());
    context.emit(RESULTS, result, session.end() - 1, session.end() - 2);
  }

  private long due(long end) {
    return end - 1 + lateness;
  }

  /** The open sessions of a key, in order of time. */
  @SuppressWarnings("unchecked") // only lists of sessions are set
  private static List<Session> sessions(KeyContext context) {
    return (List<Session>) context.state(() -> new ArrayList<Session>(2));
  }

  @Override
  public long watermark(long input) {
    return Times.heldBack(input, lateness);
  }
}
