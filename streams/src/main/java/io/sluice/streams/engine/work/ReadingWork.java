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
  private boolean stopping;
  private long next = System.nanoTime();

  public ReadingWork(Graph graph, Operator operator, ReadingTask task, Sending out, Meter meter) {
    super(graph, operator, meter);
    this.task = task;
    this.out = out;
  }

  /**
   * Reads some records, if it is time for that; at the end sends everything and the last watermark.
   *
   * @param atEnd is called then
   * @return whether to go on at once
   */
  public boolean readIfDue(Runnable atEnd) {
    long begin = System.nanoTime();
    if (ended || (begin - next < 0 && !stopping)) {
      return false;
    }
    long blocked = meter().blockedNanos();
    long wait = stopping ? ReadingTask.END : read();
    if (wait == ReadingTask.END) {
      ended = true;
      var _ = out.advance(Output.END_OF_TIME);
      out.flush();
      atEnd.run();
      return true;
    }
    long end = System.nanoTime();
    meter().worked(begin, end, blocked);
    next = end + wait;
    return wait == 0;
  }

  private long read() {
    long before = out.emitted();
    try {
      return task.read(out);
    } catch (Killed | PipelineFailedException e) {
      throw e;
    } catch (Throwable e) {
      throw failures().without("while reading", e);
    } finally {
      meter().processed(out.emitted() - before);
    }
  }

  /** Reads no more; it may be in the middle of reading now. */
  public void stop() {
    stopping = true;
  }

  /** In how many nanoseconds to read again. */
  public long nanosToNext(long now) {
    return ended ? Long.MAX_VALUE : next - now;
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
