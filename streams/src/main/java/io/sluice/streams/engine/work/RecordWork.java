package io.sluice.streams.engine.work;

import io.sluice.streams.engine.channel.Batch;
import io.sluice.streams.engine.channel.Sending;
import io.sluice.streams.engine.measure.Meter;
import io.sluice.streams.graph.Graph;
import io.sluice.streams.graph.Logic.RecordTask;
import io.sluice.streams.graph.Operator;

/** Runs a stateless operator or a sink. */
public final class RecordWork extends Work {

  private final RecordTask task;
  private final Sending out;

  /** Whether something was processed since the last flush. */
  private boolean dirty;

  public RecordWork(Graph graph, Operator operator, RecordTask task, Sending out, Meter meter) {
    super(graph, operator, meter);
    this.task = task;
    this.out = out;
  }

  @Override
  public void process(Batch batch) {
    dirty = true;
    for (int k = 0; k < batch.size(); k++) {
      var record = batch.record(k);
      long time = batch.time(k);
      long watermark = batch.watermark(k);
      out.at(time, watermark);
      try {
        task.process(record, time, watermark, out);
      } catch (Throwable e) {
        failures().at(record, e);
      }
    }
    meter().processed(batch.size());
  }

  @Override
  public void advance(long watermark) {}

  @Override
  public long watermark(long input) {
    return task.watermark(input);
  }

  @Override
  public void flush() {
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
  public void close() throws Exception {
    task.close();
  }
}
