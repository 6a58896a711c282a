package io.sluice.streams;

import io.sluice.protocol.scaling.Policy;
import io.sluice.streams.graph.Instances;
import io.sluice.streams.graph.Logic;
import io.sluice.streams.graph.Operator;
import io.sluice.streams.operator.MapTask;
import io.sluice.streams.operator.SplitTask;
import io.sluice.streams.operator.TimeTask;
import io.sluice.streams.operator.Times;
import io.sluice.streams.sink.SinkTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * The records that leave an operator of a pipeline. Several operators may take them: each gets all.
 *
 * <p>Functions are called by one thread for each instance of their operator, so by several at once
 * if it has several instances: they must not share what is not safe for that. A function may throw:
 * then the pipeline fails, unless {@link #onError} says otherwise.
 *
 * @param <T> the records
 */
public sealed class DataStream<T> permits WindowResults, JoinResults {

  private final Pipeline pipeline;
  private final List<Operator.Port> ports;

  DataStream(Pipeline pipeline, Operator operator, int port) {
    this(pipeline, List.of(new Operator.Port(operator, port)));
  }

  private DataStream(Pipeline pipeline, List<Operator.Port> ports) {
    this.pipeline = pipeline;
    this.ports = ports;
  }

  Pipeline pipeline() {
    return pipeline;
  }

  /** Makes one record of each. */
  public <R> DataStream<R> map(String name, Function<? super T, ? extends R> function) {
    Objects.requireNonNull(function, "function");
    return stateless(name, () -> MapTask.mapping(function));
  }

  /** Keeps the records for which the predicate holds. */
  public DataStream<T> filter(String name, Predicate<? super T> predicate) {
    Objects.requireNonNull(predicate, "predicate");
    return stateless(name, () -> MapTask.filtering(predicate));
  }

  /** Makes any number of records of each: the function gives them to its second argument. */
  public <R> DataStream<R> flatMap(
      String name, BiConsumer<? super T, ? super Consumer<R>> function) {
    Objects.requireNonNull(function, "function");
    return stateless(name, () -> MapTask.flattening(function));
  }

  /**
   * Gives each record a time, for windows, joins and timers. Runs in one instance, since the
   * watermark is made here: it says that no record up to that time will follow.
   *
   * @param time the time of a record, in milliseconds
   * @param outOfOrder by how much a record may be older than one before it; if it is older still,
   *     it is late
   */
  public DataStream<T> timestamps(
      String name, ToLongFunction<? super T> time, Duration outOfOrder) {
    Objects.requireNonNull(time, "time");
    long millis = Times.notNegative("the time by which records are out of order", outOfOrder);
    var logic = new Logic.Timing(() -> new TimeTask<T>(time, millis));
    return new DataStream<>(pipeline, add(name, logic, Instances.ONE), 0);
  }

  /** Sends each record one of two ways. */
  public Split<T> split(String name, Predicate<? super T> predicate) {
    Objects.requireNonNull(predicate, "predicate");
    var logic = new Logic.Stateless(() -> new SplitTask<T>(predicate));
    var operator = add(name, logic, Instances.byProcessors());
    return new Split<>(
        new DataStream<>(pipeline, operator, SplitTask.MATCHING),
        new DataStream<>(pipeline, operator, SplitTask.OTHERS));
  }

  /** The records of this stream and of another one, in any order. */
  public DataStream<T> merge(DataStream<? extends T> other) {
    requireSame(other.pipeline());
    var all = new ArrayList<>(ports);
    all.addAll(((DataStream<?>) other).ports);
    return new DataStream<>(pipeline, List.copyOf(all));
  }

  /**
   * Says which records belong together.
   *
   * @param key the key of a record, never null; equal keys must have equal hash codes in every run
   */
  public <K> KeyedStream<K, T> keyBy(Function<? super T, ? extends K> key) {
    Objects.requireNonNull(key, "key");
    return new KeyedStream<>(this, key);
  }

  /**
   * Ends in a sink, which has one instance unless {@link Pipeline#instances} says otherwise.
   *
   * @return the pipeline, which is complete if all its streams end in sinks
   */
  public Pipeline to(String name, Sink<? super T> sink) {
    Objects.requireNonNull(sink, "sink");
    var _ = add(name, new Logic.Writing(sink, () -> new SinkTask<>(sink)), Instances.ONE);
    return pipeline;
  }

  /**
   * Sets how many instances the operator of this stream has at least and at most; if not set, from
   * one to as many as there are processors.
   */
  public DataStream<T> instances(int min, int max) {
    operator().instances(new Instances(min, max));
    return this;
  }

  /** Lets the operator of this stream have that number of instances, whatever its load. */
  public DataStream<T> fixed(int instances) {
    return instances(instances, instances);
  }

  /**
   * Sets the policy by which the operator of this stream decides how many instances it has; if not
   * set, {@link Policies#inTurn}.
   *
   * @param policy makes it for the measured capacity of an instance, in records a step
   */
  public DataStream<T> policy(DoubleFunction<Policy> policy) {
    operator().policy(policy);
    return this;
  }

  /**
   * Lets the operator of this stream go on when its function throws: the record and the exception
   * go there, and the next record follows.
   */
  public DataStream<T> onError(DeadLetters deadLetters) {
    operator().deadLetters(deadLetters);
    return this;
  }

  private Operator operator() {
    if (ports.size() != 1) {
      throw new IllegalStateException(
          "this is a merge of several streams and has no operator of its own: set it on those");
    }
    return ports.getFirst().operator();
  }

  private <R> DataStream<R> stateless(String name, Supplier<Logic.RecordTask> task) {
    return new DataStream<>(
        pipeline, add(name, new Logic.Stateless(task), Instances.byProcessors()), 0);
  }

  private Operator add(String name, Logic logic, Instances instances) {
    return pipeline.add(name, logic, inputs(0, Optional.empty()), instances);
  }

  /** This stream as input of an operator. */
  List<Operator.Input> inputs(int number, Optional<Function<Object, Object>> key) {
    return ports.stream().map(port -> new Operator.Input(port, number, key)).toList();
  }

  void requireSame(Pipeline other) {
    if (pipeline != other) {
      throw new IllegalArgumentException(
          "both streams must be of one pipeline, not of '%s' and '%s'"
              .formatted(pipeline.name(), other.name()));
    }
  }
}
