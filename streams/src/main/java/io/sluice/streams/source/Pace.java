package io.sluice.streams.source;

/**
 * How many records a generator has to give by when. Made for one reader, so it may keep a state.
 */
public interface Pace {

  /**
   * How many records are due.
   *
   * @param nanos since the beginning; not less than at the call before
   */
  long due(long nanos);

  /**
   * In how many nanoseconds a record is due, about, as far as is known. Not more than makes sense
   * to wait before {@link #due} is asked again.
   *
   * @param count the number of that record, from 1; it is not due yet
   * @param nanos since the beginning, as in the last call of {@link #due}
   */
  long untilDue(long count, long nanos);

  /** As fast as the records are taken. */
  static Pace unlimited() {
    return new Pace() {
      @Override
      public long due(long nanos) {
        return Long.MAX_VALUE;
      }

      @Override
      public long untilDue(long count, long nanos) {
        return 0;
      }
    };
  }
}
