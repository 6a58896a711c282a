package io.sluice.streams;

/**
 * The key for which a {@link KeyedFunction} is being called, and what the function can do.
 *
 * @param <K> the keys
 * @param <R> the records that the function emits
 */
public interface KeyedContext<K, R> {

  K key();

  /**
   * The time of the record or timer, in milliseconds; {@link Long#MIN_VALUE} for a record if the
   * stream has no {@link DataStream#timestamps timestamps}.
   */
  long time();

  /** Emits a record, with the {@link #time} of the record or timer. */
  void emit(R record);

  /**
   * Sets a timer for this key: {@link KeyedFunction#onTimer} is called when the watermark reaches
   * that time. Timers of a key expire in order of their times. Setting one twice has no effect. If
   * the watermark had passed that time already when the record was read, the timer expires right
   * after that watermark, with that time.
   *
   * <p>When the sources have ended, every timer expires. So {@code onTimer} must not set another
   * one each time that it is called: the pipeline would not end.
   */
  void timer(long time);

  /**
   * Removes the state of this key when the function returns; the state that it returns is ignored.
   * Timers that are set stay, and are dropped if the key has no state when they expire.
   */
  void forget();
}
