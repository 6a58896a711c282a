package io.sluice.streams;

import io.sluice.streams.sink.LinesSink;
import io.sluice.streams.sink.PrintSink;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Where records leave a pipeline.
 *
 * @param <T> the records
 */
public interface Sink<T> {

  /** Begins to write: called once for each instance, on its thread. */
  Writer<T> open() throws Exception;

  /** Writes records; used by one thread. */
  interface Writer<T> {

    void write(T record) throws Exception;

    /** No record waits: what is buffered should be made visible. */
    default void flush() throws Exception {}

    /** Called once, at the end. */
    default void close() throws Exception {}
  }

  /** Calls a consumer with each record; if the sink has several instances, from several threads. */
  static <T> Sink<T> forEach(Consumer<? super T> consumer) {
    return () -> consumer::accept;
  }

  /**
   * Writes each record to a file, in UTF-8, as a line of its own. What the file had before is lost.
   * Must have one instance only.
   */
  static Sink<Object> lines(Path file) {
    return new LinesSink(Objects.requireNonNull(file, "file"));
  }

  /** Prints each record on standard output, as a line of its own. */
  static Sink<Object> print() {
    return new PrintSink();
  }

  /**
   * Adds each record to a collection, which can be read when the pipeline has ended; before, only
   * while synchronized on it.
   */
  static <T> Sink<T> collect(Collection<? super T> collection) {
    Objects.requireNonNull(collection, "collection");
    return () ->
        record -> {
          synchronized (collection) {
            collection.add(record);
          }
        };
  }
}
