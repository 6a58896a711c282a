package io.sluice.streams.engine.work;

import io.sluice.streams.DeadLetters;
import io.sluice.streams.PipelineFailedException;
import io.sluice.streams.engine.channel.Batch;
import io.sluice.streams.engine.channel.Sending;
import io.sluice.streams.engine.measure.Meter;
import io.sluice.streams.graph.Graph;
import io.sluice.streams.graph.Logic;
import io.sluice.streams.graph.Operator;
import java.util.Optional;

/** What an instance does with records: runs the task of its operator. */
public abstract sealed class Work permits ReadingWork, RecordWork, KeyedWork {

  private final String pipeline;
  private final String operator;
  private final Optional<DeadLetters> deadLetters;
  private final Meter meter;

  public Work(Graph graph, Operator operator, Meter meter) {
    this.pipeline = graph.name();
    this.operator = operator.name();
    this.deadLetters = operator.deadLetters();
    this.meter = meter;
  }

  public static Work of(Graph graph, Operator operator, Sending out, Meter meter) {
    return switch (operator.logic()) {
      case Logic.Reading(_, var task) -> new ReadingWork(graph, operator, task.get(), out, meter);
      case Logic.Stateless(var task) -> new RecordWork(graph, operator, task.get(), out, meter);
      case Logic.Timing(var task) -> new RecordWork(graph, operator, task.get(), out, meter);
      case Logic.Writing(_, var task) -> new RecordWork(graph, operator, task.get(), out, meter);
      case Logic.Keyed(var task) -> new KeyedWork(graph, operator, task.get(), out, meter);
    };
  }

  /** Processes records. */
  public abstract void process(Batch batch);

  /** No record up to this time can come any more. */
  public abstract void advance(long watermark);

  /** The watermark behind what has been emitted. */
  public abstract long watermark(long input);

  /** How many records are kept here until they can be processed. */
  public int keptRecords() {
    return 0;
  }

  /** There is no input now. */
  public abstract void flush();

  public abstract void close() throws Exception;

  public final Meter meter() {
    return meter;
  }

  /** A function has thrown something at a record: the pipeline fails, unless it was told not to. */
  public final void failed(Object record, Throwable why) {
    switch (why) {
      case Killed killed -> throw killed;
      case PipelineFailedException already -> throw already;
      case Exception exception when deadLetters.isPresent() -> {
        meter.gaveUp();
        giveUp(deadLetters.get(), record, exception);
      }
      default -> throw PipelineFailedException.at(record, pipeline, operator, why);
    }
  }

  private void giveUp(DeadLetters taker, Object record, Exception why) {
    try {
      taker.take(operator, record, why);
    } catch (RuntimeException e) {
      e.addSuppressed(why);
      throw PipelineFailedException.at(record, pipeline, operator, e);
    }
  }

  /** A function has failed without a record. */
  public final PipelineFailedException failure(String doing, Throwable why) {
    return PipelineFailedException.without(doing, pipeline, operator, why);
  }
}
