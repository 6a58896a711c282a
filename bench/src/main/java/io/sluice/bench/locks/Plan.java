package io.sluice.bench.locks;

import java.time.Duration;

/**
 * How much is measured of each service.
 *
 * @param contenders processes that all want the exclusive lock
 * @param readersAndWriters how many of them use the read/write lock
 * @param rehearsals how many rounds for warming up there are at most; no more than it takes
 * @param rehearsal how long each of them is
 */
record Plan(
    int contenders, int readersAndWriters, int rehearsals, Duration rehearsal, Duration measured) {

  static final int IDLE_LOCKS = 10_000;

  Plan {
    if (contenders < 2 || readersAndWriters < 1 || readersAndWriters > contenders) {
      throw new IllegalArgumentException(
          "at least two contenders, of which at least one reads and writes");
    }
  }
}
