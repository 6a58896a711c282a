package io.sluice.bench.locks.measure;

import java.time.Duration;

/**
 * How much is measured of each service.
 *
 * @param contenders processes that contend for the exclusive lock
 * @param readersAndWriters how many of them use the read/write lock
 * @param rehearsals most warm-up rounds; warm-up ends earlier when rounds get no faster
 * @param rehearsal length of a warm-up round
 * @param measured length of the measured round
 */
public record Plan(
    int contenders, int readersAndWriters, int rehearsals, Duration rehearsal, Duration measured) {

  /** How many locks the idle-memory figure is about. */
  public static final int IDLE_LOCKS = 10_000;

  /** How many entries the figure of fresh processes is about, those of all contenders together. */
  public static final int COLD_ENTRIES = 1_000;

  private static final int MEASUREMENTS = 5;

  public Plan {
    if (contenders < 2 || readersAndWriters < 1 || readersAndWriters > contenders) {
      throw new IllegalArgumentException(
          "--contenders must be at least 2, and --readers-and-writers from 1 to --contenders");
    }
  }

  /** How many rounds are measured; only one where there is hardly a warm-up, for rough ratios. */
  int measurements() {
    return rehearsals < Coordinator.FEWEST_REHEARSALS ? 1 : MEASUREMENTS;
  }

  /** The share of one of these contenders, at least one. */
  static int coldEntries(int contenders) {
    return Math.ceilDiv(COLD_ENTRIES, contenders);
  }
}
