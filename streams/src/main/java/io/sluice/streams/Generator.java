package io.sluice.streams;

import io.sluice.streams.source.ConstantPace;
import io.sluice.streams.source.Pace;
import io.sluice.streams.source.VaryingPace;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A source that makes its records: one of each number, from 0. See {@link Source#generate}.
 *
 * <pre>{@code
 * // A thousand records a second, twice as many after a minute; six minutes of it.
 * Source<String> source =
 *     Source.generate(number -> "record " + number)
 *         .rate(seconds -> seconds < 60 ? 1_000 : 2_000)
 *         .limit(660_000);
 * }</pre>
 *
 * <p>A generator is not changed: each method gives another one.
 *
 * @param <T> the records
 */
public final class Generator<T> implements Source<T> {

  private final LongFunction<? extends T> function;
  private final long limit;
  private final Supplier<Pace> pace;
  private final LongSupplier clock;

  Generator(LongFunction<? extends T> function) {
    this(function, Long.MAX_VALUE, Pace::unlimited, System::nanoTime);
  }

  private Generator(
      LongFunction<? extends T> function, long limit, Supplier<Pace> pace, LongSupplier clock) {
    this.function = function;
    this.limit = limit;
    this.pace = pace;
    this.clock = clock;
  }

  /**
   * Ends after that number of records; if not set, never.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public Generator<T> limit(long records) {
    if (records < 0) {
      throw new IllegalArgumentException(
          "the limit of a generator is 0 or more records, not " + records);
    }
    return new Generator<>(function, records, pace, clock);
  }

  /**
   * Makes that number of records a second; if not set, as many as the pipeline takes. If the
   * pipeline was too slow for a while, the generator catches up as fast as it can.
   *
   * @throws IllegalArgumentException if it is not above 0
   */
  public Generator<T> rate(double perSecond) {
    var constant = new ConstantPace(perSecond);
    return new Generator<>(function, limit, () -> constant, clock);
  }

  /**
   * Changes the rate over time.
   *
   * @param perSecondAt records a second, by the seconds since the pipeline was started; 0 or more.
   *     It is looked up at least every ten milliseconds
   */
  public Generator<T> rate(DoubleUnaryOperator perSecondAt) {
    Objects.requireNonNull(perSecondAt, "perSecondAt");
    return new Generator<>(function, limit, () -> new VaryingPace(perSecondAt), clock);
  }

  /** Takes the time from that clock, in nanoseconds. */
  Generator<T> clock(LongSupplier nanos) {
    return new Generator<>(function, limit, pace, nanos);
  }

  @Override
  public Reader<T> open() {
    return new GeneratingReader<>(function, limit, pace.get(), clock);
  }

  private static final class GeneratingReader<T> implements Reader<T> {

    private static final int CHUNK = 128;

    /** Shorter waits are not worth it: more records are due a bit later. */
    private static final long SHORTEST_WAIT = 500_000;

    private final LongFunction<? extends T> function;
    private final long limit;
    private final Pace pace;
    private final LongSupplier clock;
    private final long begun;
    private long next;

    GeneratingReader(
        LongFunction<? extends T> function, long limit, Pace pace, LongSupplier clock) {
      this.function = function;
      this.limit = limit;
      this.pace = pace;
      this.clock = clock;
      this.begun = clock.getAsLong();
    }

    @Override
    public long read(Consumer<? super T> records) {
      long now = clock.getAsLong() - begun;
      long due = Math.min(limit, pace.due(now));
      for (long end = Math.min(due, next + CHUNK); next < end; next++) {
        records.accept(function.apply(next));
      }
      if (next == limit) {
        return END;
      }
      return next < due ? 0 : Math.max(SHORTEST_WAIT, pace.untilDue(next + 1, now));
    }
  }
}
