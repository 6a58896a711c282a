package io.sluice.streams;

import io.sluice.streams.operator.Times;
import io.sluice.streams.operator.WindowTask;
import io.sluice.streams.operator.Windows;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * A keyed stream in windows of one size. Each window in which a key has a record has one result for
 * that key, when the watermark has reached the end of the window and the {@link #lateness}.
 *
 * <pre>{@code
 * WindowResults<String, Click, Integer> counts =
 *     clicks
 *         .keyBy(Click::user)
 *         .sliding(Duration.ofMinutes(10), Duration.ofMinutes(1))
 *         .lateness(Duration.ofSeconds(30))
 *         .aggregate("count", () -> 0, (count, click) -> count + 1);
 * counts.to("counts", Sink.print());
 * counts.late().to("late", Sink.forEach(click -> System.err.println("late: " + click)));
 * }</pre>
 *
 * @param <K> the keys
 * @param <T> the records
 */
public final class WindowedStream<K, T> {

  private final KeyedStream<K, T> stream;
  private final Windows windows;

  WindowedStream(KeyedStream<K, T> stream, Windows windows) {
    this.stream = stream;
    this.windows = windows;
  }

  /**
   * Lets each window wait for late records until the watermark is that far beyond its end; results
   * come later by as much. If not set, zero.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public WindowedStream<K, T> lateness(Duration lateness) {
    return new WindowedStream<>(
        stream, windows.withLateness(Times.notNegative("the lateness", lateness)));
  }

  /**
   * Aggregates the records of each window.
   *
   * @param initial the aggregate before the first record of a window
   * @param add the aggregate after a record: it may be the same object, changed
   */
  public <A> WindowResults<K, T, A> aggregate(
      String name,
      Supplier<? extends A> initial,
      BiFunction<? super A, ? super T, ? extends A> add) {
    Objects.requireNonNull(initial, "initial");
    Objects.requireNonNull(add, "add");
    return new WindowResults<>(
        stream.pipeline(), stream.add(name, () -> new WindowTask<T, A>(windows, initial, add)));
  }
}
