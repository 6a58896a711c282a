package io.sluice.streams.operator;

import io.sluice.streams.graph.Logic.RecordTask;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Functions of one record as tasks. What a function makes of a record has that record's time and
 * watermark.
 */
public final class MapTask {

  private static final int PORT = 0;

  private MapTask() {}

  /** Emits what the function makes of a record. */
  @SuppressWarnings("unchecked") // the stream before it has records of this type
  public static <T, R> RecordTask mapping(Function<? super T, ? extends R> function) {
    return (record, time, watermark, out) ->
        out.emit(PORT, notNull(function.apply((T) record)), time, watermark);
  }

  /** Emits the records for which the predicate holds. */
  @SuppressWarnings("unchecked") // as above
  public static <T> RecordTask filtering(Predicate<? super T> predicate) {
    return (record, time, watermark, out) -> {
      if (predicate.test((T) record)) {
        out.emit(PORT, record, time, watermark);
      }
    };
  }

  /** Emits what the function gives to its second argument. */
  @SuppressWarnings("unchecked") // as above
  public static <T, R> RecordTask flattening(BiConsumer<? super T, ? super Consumer<R>> function) {
    return (record, time, watermark, out) -> {
      Consumer<R> results = result -> out.emit(PORT, notNull(result), time, watermark);
      function.accept((T) record, results);
    };
  }

  private static Object notNull(Object result) {
    if (result == null) {
      throw new NullPointerException(
          "the function gave null for a record; use filter or flatMap to drop records");
    }
    return result;
  }
}
