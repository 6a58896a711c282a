package io.sluice.streams.sink;

import io.sluice.streams.Sink;
import io.sluice.streams.graph.Logic.RecordTask;
import io.sluice.streams.graph.Output;
import java.util.Optional;

/** Runs a {@link Sink} as an operator. */
public final class SinkTask<T> implements RecordTask {

  private final Sink<T> sink;
  private Optional<Sink.Writer<T>> writer = Optional.empty();

  public SinkTask(Sink<T> sink) {
    this.sink = sink;
  }

  @Override
  @SuppressWarnings("unchecked") // the stream before it has records of this type
  public void process(Object record, long time, long watermark, Output out) throws Exception {
    writer().write((T) record);
  }

  /** Opens the sink also if no record ever comes, so that a file is empty then. */
  @Override
  public void flush() throws Exception {
    writer().flush();
  }

  private Sink.Writer<T> writer() throws Exception {
    if (writer.isEmpty()) {
      writer = Optional.of(sink.open());
    }
    return writer.get();
  }

  @Override
  public void close() throws Exception {
    if (writer.isPresent()) {
      writer.get().close();
    }
  }
}
