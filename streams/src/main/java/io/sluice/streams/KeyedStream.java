package io.sluice.streams;

import io.sluice.streams.graph.Instances;
import io.sluice.streams.graph.Logic;
import io.sluice.streams.graph.Operator;
import io.sluice.streams.operator.AggregateTask;
import io.sluice.streams.operator.JoinTask;
import io.sluice.streams.operator.ProcessTask;
import io.sluice.streams.operator.Times;
import io.sluice.streams.operator.Windows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A stream whose records have keys: what is done with the records of one key is done in the order
 * in which they arrive, and with the state of that key.
 *
 * <pre>{@code
 * record Click(String user, long time) {}
 *
 * DataStream<Click> clicks =
 *     Pipeline.named("clicks")
 *         .from("list", Source.of(List.of(new Click("ann", 1_000), new Click("bob", 2_000))))
 *         .timestamps("time", Click::time, Duration.ofSeconds(5));
 * clicks
 *     .keyBy(Click::user)
 *     .tumbling(Duration.ofMinutes(1))
 *     .aggregate("per-minute", () -> 0, (count, click) -> count + 1)
 *     .to("print", Sink.print());
 * }</pre>
 *
 * <p>Windows, joins and timers need {@link DataStream#timestamps}. A record is late if the
 * watermark was too far when the record was given its time; each operator says what that means for
 * it.
 *
 * @param <K> the keys
 * @param <T> the records
 */
public final class KeyedStream<K, T> {

  private final DataStream<T> stream;
  private final Function<? super T, ? extends K> key;

  KeyedStream(DataStream<T> stream, Function<? super T, ? extends K> key) {
    this.stream = stream;
    this.key = key;
  }

  /**
   * Keeps an aggregate for each key and emits it after each record.
   *
   * <pre>{@code
   * DataStream<KeyValue<String, Integer>> counts =
   *     words.keyBy(word -> word).aggregate("count", () -> 0, (count, word) -> count + 1);
   * }</pre>
   *
   * @param initial the aggregate before the first record of a key
   * @param add the aggregate after a record. An aggregate has been emitted and may be in use by
   *     other operators, so it must not be changed: return a new one
   */
  public <A> DataStream<KeyValue<K, A>> aggregate(
      String name,
      Supplier<? extends A> initial,
      BiFunction<? super A, ? super T, ? extends A> add) {
    Objects.requireNonNull(initial, "initial");
    Objects.requireNonNull(add, "add");
    return output(name, () -> new AggregateTask<T, A>(initial, add));
  }

  /**
   * Calls a function with each record, with a state for each key and with timers.
   *
   * <pre>{@code
   * // Emits each user who makes no click for an hour. The state is the time of the last click.
   * KeyedFunction<String, Long, Click, String> idle =
   *     new KeyedFunction<>() {
   *       @Override
   *       public Long onRecord(Long last, Click click, KeyedContext<String, String> context) {
   *         context.timer(click.time() + 3_600_000);
   *         return Math.max(last, click.time());
   *       }
   *
   *       @Override
   *       public Long onTimer(Long last, long time, KeyedContext<String, String> context) {
   *         if (time >= last + 3_600_000) {
   *           context.emit(context.key());
   *           context.forget();
   *         }
   *         return last;
   *       }
   *     };
   * DataStream<String> users = clicks.keyBy(Click::user).process("idle", () -> 0L, idle);
   * }</pre>
   *
   * @param initial the state before the first record of a key
   */
  public <S, R> DataStream<R> process(
      String name, Supplier<? extends S> initial, KeyedFunction<K, S, ? super T, R> function) {
    Objects.requireNonNull(initial, "initial");
    Objects.requireNonNull(function, "function");
    return output(name, () -> new ProcessTask<K, S, T, R>(initial, function));
  }

  /**
   * Windows that follow each other. One begins at time 0.
   *
   * @throws IllegalArgumentException if the size is less than a millisecond
   */
  public WindowedStream<K, T> tumbling(Duration size) {
    return sliding(size, size);
  }

  /**
   * Windows that overlap: a record is in each window that its time is in. One begins at time 0.
   *
   * @param every from the start of a window to the start of the next; not more than the size, since
   *     records between two windows would get lost
   * @throws IllegalArgumentException if a duration is less than a millisecond, if {@code every} is
   *     more than the size, or if a record would be in more than 10,000 windows
   */
  public WindowedStream<K, T> sliding(Duration size, Duration every) {
    return new WindowedStream<>(
        this,
        new Windows(
            Times.positive("the size of a window", size),
            Times.positive("the time from window to window", every),
            0));
  }

  /**
   * Sessions: the records of a key without a pause. A record that comes {@code gap} after the last
   * one, or later, begins another session.
   *
   * @throws IllegalArgumentException if the gap is less than a millisecond
   */
  public SessionStream<K, T> sessions(Duration gap) {
    return new SessionStream<>(this, Times.positive("the gap between sessions", gap), 0);
  }

  /**
   * Joins the records of two streams that have one key and whose times are near each other.
   *
   * <pre>{@code
   * DataStream<String> paid =
   *     orders
   *         .keyBy(Order::user)
   *         .join(
   *             "paid",
   *             payments.keyBy(Payment::user),
   *             Duration.ofMinutes(10),
   *             (order, payment) -> order.user() + " paid at " + payment.time());
   * }</pre>
   *
   * <p>Each pair is emitted once, with the later of its times. A record is late if the watermark
   * had reached its time when it was given that time; see {@link JoinResults#lateLeft}.
   *
   * @param other a stream of the same pipeline with the same type of keys
   * @param within by how much the times of a pair may differ; zero for equal times
   * @throws IllegalArgumentException if the time is negative, or if the other stream is of another
   *     pipeline
   */
  public <U, R> JoinResults<T, U, R> join(
      String name,
      KeyedStream<K, U> other,
      Duration within,
      BiFunction<? super T, ? super U, ? extends R> function) {
    Objects.requireNonNull(function, "function");
    long millis = Times.notNegative("the time within which records are joined", within);
    stream.requireSame(other.stream.pipeline());
    var inputs = new ArrayList<>(inputs(0));
    inputs.addAll(other.inputs(1));
    var logic = new Logic.Keyed(() -> new JoinTask<T, U, R>(millis, function));
    return new JoinResults<>(
        stream.pipeline(), stream.pipeline().add(name, logic, inputs, Instances.byProcessors()));
  }

  Pipeline pipeline() {
    return stream.pipeline();
  }

  /** Adds a keyed operator that has this stream as its input. */
  Operator add(String name, Supplier<Logic.KeyedTask> task) {
    return pipeline().add(name, new Logic.Keyed(task), inputs(0), Instances.byProcessors());
  }

  private <R> DataStream<R> output(String name, Supplier<Logic.KeyedTask> task) {
    return new DataStream<>(pipeline(), add(name, task), 0);
  }

  @SuppressWarnings("unchecked") // the stream has records of this type
  private List<Operator.Input> inputs(int number) {
    return stream.inputs(number, Optional.of(record -> key.apply((T) record)));
  }
}
