package io.sluice.streams;

import io.sluice.streams.source.FileLines;
import io.sluice.streams.source.IterableSource;
import io.sluice.streams.source.StandardInput;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * Where the records of a pipeline come from. It can be opened several times, once for each start.
 *
 * @param <T> the records
 */
public interface Source<T> {

  /** Begins to read, on the thread that will read. */
  Reader<T> open() throws Exception;

  /**
   * Whether several instances can read it, each a part of its own. Only an engine that knows the
   * source can do that: {@link #open} is not called then.
   */
  default boolean isPartitioned() {
    return false;
  }

  /** Reads records; used by one thread. */
  interface Reader<T> {

    /** What {@link #read} returns if there is no further record. */
    long END = -1;

    /**
     * Gives some records to the consumer, if there are any now; about a hundred at a time are fine.
     * Must not wait for records, since the thread has other duties: a reader that would have to
     * wait reads on a thread of its own.
     *
     * @return in how many nanoseconds to call again; 0 for at once, {@link #END} if there is no
     *     further record
     */
    long read(Consumer<? super T> records) throws Exception;

    /** Called once, at the end. */
    default void close() throws Exception {}
  }

  /** The elements of an iterable, such as a list. Its iterator must not wait for elements. */
  static <T> Source<T> of(Iterable<? extends T> elements) {
    return new IterableSource<>(Objects.requireNonNull(elements, "elements"));
  }

  /**
   * Records that are made of their number, which is counted from 0. Without an end, and as fast as
   * the pipeline takes them, unless {@link Generator#limit} or {@link Generator#rate(double)} say
   * otherwise.
   */
  static <T> Generator<T> generate(LongFunction<? extends T> function) {
    return new Generator<>(Objects.requireNonNull(function, "function"));
  }

  /** The lines of a file in UTF-8, which is opened when the pipeline is started. */
  static Source<String> lines(Path file) {
    return new FileLines(Objects.requireNonNull(file, "file"));
  }

  /**
   * The lines of standard input, in UTF-8, until it ends. If the pipeline ends before, a thread
   * that waits for the next line is left behind, and that line is lost; it does not keep the JVM
   * alive.
   */
  static Source<String> standardInput() {
    return new StandardInput();
  }
}
