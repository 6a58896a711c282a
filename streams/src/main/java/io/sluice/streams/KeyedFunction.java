package io.sluice.streams;

/**
 * A function of the records of one key, with a state for that key and with timers. See {@link
 * KeyedStream#process}.
 *
 * <p>Several threads may call it at once, but only one for each key.
 *
 * @param <K> the keys
 * @param <S> the state of a key
 * @param <T> the records
 * @param <R> the records that it emits
 */
@FunctionalInterface
public interface KeyedFunction<K, S, T, R> {

  /**
   * Processes a record.
   *
   * @param state the state of the record's key
   * @param context valid during this call only
   * @return the state from now on: the same object or another one, not null
   */
  S onRecord(S state, T record, KeyedContext<K, R> context) throws Exception;

  /**
   * A timer of a key has expired: no record up to its time will follow. Not called if the key has
   * no state any more.
   *
   * @param time the timer's time
   * @param context valid during this call only
   * @return the state from now on
   */
  default S onTimer(S state, long time, KeyedContext<K, R> context) throws Exception {
    return state;
  }
}
