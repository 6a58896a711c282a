package io.sluice.streams.engine.work;

import io.sluice.streams.PipelineFailedException;
import io.sluice.streams.engine.channel.Batch;
import io.sluice.streams.engine.channel.Sending;
import io.sluice.streams.engine.measure.Meter;
import io.sluice.streams.graph.Graph;
import io.sluice.streams.graph.Logic.ReadingTask;
import io.sluice.streams.graph.Operator;
import io.sluice.streams.graph.Output;

/** Runs a source. */
public final class ReadingWork extends Work {

  private final ReadingTask task;
  private final Sending out;
  private boolean ended;

  public ReadingWork(Graph graph, Operator operator, ReadingTask task, Sending out, Meter meter) {
    super(graph, operator, meter);
    this.task = task;
    this.out = out;
  }

  /** Reads some records; returns when to read again, as {@link ReadingTask#read} does. */
  public long read() {
    long before = out.emitted();
    try {
      return task.read(out);
    } catch (Killed | PipelineFailedException e) {
      throw e;
    } catch (Throwable e) {
      throw failure("while reading", e);
    } finally {
      meter().processed(out.emitted() - before);
    }
  }

  /** Reads no more. */
  public void end() {
    ended = true;
  }

  public boolean hasEnded() {
    return ended;
  }

  @Override
  public void process(Batch batch) {
    throw new IllegalStateException("a source has no input");
  }

  @Override
  public void advance(long watermark) {}

  @Override
  public long watermark(long input) {
    return ended ? Output.END_OF_TIME : Output.NO_TIME;
  }

  @Override
  public void flush() {}

  @Override
  public void close() throws Exception {
    task.close();
  }
}
