package io.sluice.bench.locks.measure;

/**
 * One acquisition, with times in nanoseconds of the monotonic clock that all processes share.
 *
 * @param asked before the call that acquires the lock
 * @param entered after that call
 * @param left before the call that releases the lock
 */
record Entry(Mode mode, long asked, long entered, long left) {

  /** Readers share; all others exclude each other. */
  enum Mode {
    EXCLUSIVE,
    READ,
    WRITE
  }
}
