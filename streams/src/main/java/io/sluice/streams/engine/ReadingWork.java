package io.sluice.streams.engine;

import io.sluice.streams.PipelineFailedException;
import io.sluice.streams.graph.Graph;
import io.sluice.streams.graph.Logic.ReadingTask;
import io.sluice.streams.graph.Operator;
import io.sluice.streams.graph.Output;

/** Runs a source. */
final class ReadingWork extends Work {

  private final ReadingTask task;
  private final Sending out;
  private boolean ended;

  ReadingWork(Graph graph, Operator operator, ReadingTask task, Sending out, Meter meter) {
    super(graph, operator, meter);
    this.task = task;
    this.out = out;
  }

  /** Reads some records; returns when to read again, as {@link ReadingTask#read} does. */
  long read() {
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
  void end() {
    ended = true;
  }

  boolean hasEnded() {
    return ended;
  }

  @Override
  void process(Batch batch) {
    throw new IllegalStateException("a source has no input");
  }

  @Override
  void advance(long watermark) {}

  @Override
  long watermark(long input) {
    return ended ? Output.END_OF_TIME : Output.NO_TIME;
  }

  @Override
  void flush() {}

  @Override
  void close() throws Exception {
    task.close();
  }
}
