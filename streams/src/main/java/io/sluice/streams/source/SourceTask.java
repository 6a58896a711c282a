package io.sluice.streams.source;

import io.sluice.streams.Source;
import io.sluice.streams.graph.Logic.ReadingTask;
import io.sluice.streams.graph.Output;
import java.util.Objects;
import java.util.Optional;

/** Runs a {@link Source} as an operator. */
public final class SourceTask<T> implements ReadingTask {

  private final Source<T> source;
  private Optional<Source.Reader<T>> reader = Optional.empty();

  public SourceTask(Source<T> source) {
    this.source = source;
  }

  @Override
  public long read(Output out) throws Exception {
    if (reader.isEmpty()) {
      reader = Optional.of(source.open());
    }
    return reader.get().read(record -> emit(record, out));
  }

  private static void emit(Object record, Output out) {
    out.emit(
        0,
        Objects.requireNonNull(record, "the source gave a record that is null"),
        Output.NO_TIME,
        Output.NO_TIME);
  }

  @Override
  public void close() throws Exception {
    if (reader.isPresent()) {
      reader.get().close();
    }
  }
}
