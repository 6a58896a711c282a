package io.sluice.streams;

import io.sluice.protocol.scaling.Policy;
import io.sluice.streams.graph.Operator;
import io.sluice.streams.operator.WindowTask;
import java.util.function.DoubleFunction;

/**
 * The results of windows or sessions, and beside them the records that were late. The time of a
 * result is the last millisecond of its window.
 *
 * @param <K> the keys
 * @param <T> the records that were aggregated
 * @param <A> the aggregates
 */
public final class WindowResults<K, T, A> extends DataStream<WindowResult<K, A>> {

  private final Operator operator;

  WindowResults(Pipeline pipeline, Operator operator) {
    super(pipeline, operator, WindowTask.RESULTS);
    this.operator = operator;
  }

  /**
   * The records that were late for all their windows. They are dropped if no operator takes them.
   */
  public DataStream<T> late() {
    return new DataStream<>(pipeline(), operator, WindowTask.LATE);
  }

  @Override
  public WindowResults<K, T, A> instances(int min, int max) {
    super.instances(min, max);
    return this;
  }

  @Override
  public WindowResults<K, T, A> fixed(int instances) {
    super.fixed(instances);
    return this;
  }

  @Override
  public WindowResults<K, T, A> policy(DoubleFunction<Policy> policy) {
    super.policy(policy);
    return this;
  }

  @Override
  public WindowResults<K, T, A> onError(DeadLetters deadLetters) {
    super.onError(deadLetters);
    return this;
  }
}
