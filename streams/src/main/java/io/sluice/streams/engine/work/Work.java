package io.sluice.streams.engine.work;

import io.sluice.streams.engine.channel.Batch;
import io.sluice.streams.engine.channel.Sending;
import io.sluice.streams.engine.measure.Meter;
import io.sluice.streams.graph.Graph;
import io.sluice.streams.graph.Logic;
import io.sluice.streams.graph.Operator;

/** What an instance does with records: runs the task of its operator. */
public abstract sealed class Work permits ReadingWork, RecordWork, KeyedWork {

  private final Meter meter;
  private final Failures failures;

  public Work(Graph graph, Operator operator, Meter meter) {
    this.meter = meter;
    this.failures = new Failures(graph.name(), operator, meter::gaveUp);
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

  public final Failures failures() {
    return failures;
  }
}
