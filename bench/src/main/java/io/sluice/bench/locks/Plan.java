package io.sluice.bench.locks;

import java.time.Duration;

/**
 * How much is measured of each service.
 *
 * @param contenders processes that all want the exclusive lock
 * @param readersAndWriters how many of them use the read/write lock
 * @param rehearsal how long each of the rounds for warming up is; there are as many as it takes
 */
record Plan(int contenders, int readersAndWriters, Duration rehearsal, Duration measured) {

  Plan {
    if (contenders < 2 || readersAndWriters < 1 || readersAndWriters > contenders) {
      throw new IllegalArgumentException(
          "at least two contenders, of which at least one reads and writes");
    }
  }
}
