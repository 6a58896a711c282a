package io.sluice.streams.operator;

import io.sluice.streams.KeyValue;
import io.sluice.streams.graph.Logic.KeyContext;
import io.sluice.streams.graph.Logic.KeyedTask;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Keeps one aggregate for each key and emits it after each record. */
public final class AggregateTask<T, A> implements KeyedTask {

  private final Aggregator<T, A> aggregator;

  public AggregateTask(
      Supplier<? extends A> initial, BiFunction<? super A, ? super T, ? extends A> add) {
    this.aggregator = new Aggregator<>(initial, add);
  }

  @Override
  public void process(int input, Object record, KeyContext context) {
    var next = aggregator.add(context.state(aggregator::initial), record);
    context.setState(next);
    context.emit(0, new KeyValue<>(context.key(), next), context.time(), context.watermark());
  }
}
