package io.sluice.streams.kafka.slot;

import io.sluice.streams.graph.Logic.RecordTask;
import io.sluice.streams.graph.Operator;
import io.sluice.streams.graph.Output;
import io.sluice.streams.kafka.deciding.Counts;
import io.sluice.streams.kafka.slot.Item.Entry;

/** Runs a stateless operator or a sink. */
final class RecordWork extends Work {

  private final RecordTask task;
  private final Sender out;
  private boolean dirty;

  RecordWork(
      String pipeline, Operator operator, RecordTask task, long own, Sender out, Counts counts) {
    super(pipeline, operator, counts);
    this.task = task;
    this.out = out;
    task.resume(own);
  }

  @Override
  void process(Entry entry) {
    dirty = true;
    out.at(entry.time(), entry.watermark());
    try {
      task.process(entry.record(), entry.time(), entry.watermark(), out);
    } catch (Throwable e) {
      failures().at(entry.record(), e);
    }
  }

  @Override
  long watermark(long input) {
    return task.watermark(input);
  }

  @Override
  long ownWatermark() {
    return task.watermark(Output.NO_TIME);
  }

  @Override
  void flush() {
    if (dirty) {
      dirty = false;
      try {
        task.flush();
      } catch (Exception e) {
        throw failures().without("while flushing", e);
      }
    }
  }

  @Override
  void close() throws Exception {
    task.close();
  }
}
