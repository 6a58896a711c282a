package io.sluice.streams.operator;

/**
 * An open session of one key.
 *
 * @param start the time of its first record
 * @param end the first time after it: that of its last record, and the gap
 */
record Session(long start, long end, Object aggregate) {

  /** Whether a record of that time is in this session or makes it longer. */
  boolean isTouchedBy(long time, long gap) {
    return time < end && start < time + gap;
  }
}
