package io.sluice.streams.engine;

import io.sluice.streams.graph.Graph;
import io.sluice.streams.graph.Logic.RecordTask;
import io.sluice.streams.graph.Operator;

/** Runs a stateless operator or a sink. */
final class RecordWork extends Work {

  private final RecordTask task;
  private final Sending out;

  /** Whether something was processed since the last flush. */
  private boolean dirty;

  RecordWork(Graph graph, Operator operator, RecordTask task, Sending out, Meter meter) {
    super(graph, operator, meter);
    this.task = task;
    this.out = out;
  }

  @Override
  void process(Batch batch) {
    dirty = true;
    for (int k = 0; k < batch.size(); k++) {
      var record = batch.record(k);
      long time = batch.time(k);
      long watermark = batch.watermark(k);
      out.at(time, watermark);
      try {
        task.process(record, time, watermark, out);
      } catch (Throwable e) {
        failed(record, e);
      }
    }
    meter().processed(batch.size());
  }

  @Override
  void advance(long watermark) {}

  @Override
  long watermark(long input) {
    return task.watermark(input);
  }

  @Override
  void flush() {
    if (dirty) {
      dirty = false;
      try {
        task.flush();
      } catch (Exception e) {
        throw failure("while flushing", e);
      }
    }
  }

  @Override
  void close() throws Exception {
    task.close();
  }
}
