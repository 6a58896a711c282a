package io.sluice.streams;

import io.sluice.protocol.scaling.Policy;
import io.sluice.streams.graph.Operator;
import io.sluice.streams.operator.JoinTask;
import java.util.function.DoubleFunction;

/**
 * The pairs of a join, and beside them the records that were late. The time of a pair is the later
 * one of both.
 *
 * @param <T> the records of the left stream
 * @param <U> the records of the right stream
 * @param <R> the joined pairs
 */
public final class JoinResults<T, U, R> extends DataStream<R> {

  private final Operator operator;

  JoinResults(Pipeline pipeline, Operator operator) {
    super(pipeline, operator, JoinTask.PAIRS);
    this.operator = operator;
  }

  /** The late records of the left stream. They are dropped if no operator takes them. */
  public DataStream<T> lateLeft() {
    return new DataStream<>(pipeline(), operator, JoinTask.LATE_LEFT);
  }

  /** The late records of the right stream, which is the argument of the join. */
  public DataStream<U> lateRight() {
    return new DataStream<>(pipeline(), operator, JoinTask.LATE_RIGHT);
  }

  @Override
  public JoinResults<T, U, R> instances(int min, int max) {
    super.instances(min, max);
    return this;
  }

  @Override
  public JoinResults<T, U, R> fixed(int instances) {
    super.fixed(instances);
    return this;
  }

  @Override
  public JoinResults<T, U, R> policy(DoubleFunction<Policy> policy) {
    super.policy(policy);
    return this;
  }

  @Override
  public JoinResults<T, U, R> onError(DeadLetters deadLetters) {
    super.onError(deadLetters);
    return this;
  }
}
