package io.sluice.streams;

import io.sluice.streams.operator.SessionTask;
import io.sluice.streams.operator.Times;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;

/**
 * A keyed stream in sessions. A session begins at the time of its first record and ends one gap
 * after the time of its last; it has one result, when the watermark has reached its end and the
 * {@link #lateness}.
 *
 * <pre>{@code
 * clicks
 *     .keyBy(Click::user)
 *     .sessions(Duration.ofMinutes(30))
 *     .aggregate("sessions", () -> 0, (count, click) -> count + 1, Integer::sum)
 *     .to("print", Sink.print());
 * }</pre>
 *
 * <p>A record is late if the watermark had reached its time and the lateness when it was given that
 * time. So the sessions do not depend on the order in which records arrive.
 *
 * @param <K> the keys
 * @param <T> the records
 */
public final class SessionStream<K, T> {

  private final KeyedStream<K, T> stream;
  private final long gap;
  private final long lateness;

  SessionStream(KeyedStream<K, T> stream, long gap, long lateness) {
    this.stream = stream;
    this.gap = gap;
    this.lateness = lateness;
  }

  /**
   * Sets by how much a record may be older than the watermark; results come later by as much. If
   * not set, zero.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public SessionStream<K, T> lateness(Duration lateness) {
    return new SessionStream<>(stream, gap, Times.notNegative("the lateness", lateness));
  }

  /**
   * Aggregates the records of each session.
   *
   * @param initial the aggregate before the first record of a session
   * @param add the aggregate after a record: it may be the same object, changed
   * @param merge one aggregate of two, if a record connects two sessions; the first is of the
   *     earlier session. It may be one of both, changed
   */
  public <A> WindowResults<K, T, A> aggregate(
      String name,
      Supplier<? extends A> initial,
      BiFunction<? super A, ? super T, ? extends A> add,
      BinaryOperator<A> merge) {
    Objects.requireNonNull(initial, "initial");
    Objects.requireNonNull(add, "add");
    Objects.requireNonNull(merge, "merge");
    return new WindowResults<>(
        stream.pipeline(),
        stream.add(name, () -> new SessionTask<T, A>(gap, lateness, initial, add, merge)));
  }
}
