package io.sluice.bench.locks;

/**
 * One stay inside, in nanoseconds of the machine's monotonic clock, which all processes share.
 *
 * @param asked before the lock was called for
 * @param entered when it was had
 * @param left before it was given back
 */
record Entry(Mode mode, long asked, long entered, long left) {

  /** Who may be inside with whom. */
  enum Mode {
    EXCLUSIVE,
    READ,
    WRITE
  }
}
