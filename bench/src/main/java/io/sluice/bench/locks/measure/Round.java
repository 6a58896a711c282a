package io.sluice.bench.locks.measure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * When contenders begin and stop acquiring the lock, in nanoseconds of the monotonic clock that all
 * processes share.
 */
record Round(Kind kind, long begin, long end) {

  /** What the contenders do in a round. */
  enum Kind {
    /** The first entries of processes that have just started. */
    COLD,
    /** One client acquires and releases; the others are connected and idle. */
    LONE,
    /** All contend for the exclusive lock all the time. */
    CONTENDED,
    /** The same, but each entry lasts a millisecond, so that processors are left for others. */
    PACED,
    /** All contend for the read/write lock all the time, reading nine times in ten. */
    READ_WRITE
  }

  /** Long enough for all processes to receive the round before it begins. */
  private static final Duration NOTICE = Duration.ofMillis(250);

  /** How many words of {@link #order} say which round it is. */
  static final int WORDS = 3;

  static Round soon(Kind kind, Duration duration) {
    long begin = System.nanoTime() + NOTICE.toNanos();
    return new Round(kind, begin, begin + duration.toNanos());
  }

  /** What tells a {@link Contender} to run its part, and where to log its entries. */
  Object[] order(Path log) {
    return new Object[] {"run", kind, begin, end, log};
  }

  static Round of(List<String> words) {
    return new Round(
        Kind.valueOf(words.get(0)), Long.parseLong(words.get(1)), Long.parseLong(words.get(2)));
  }
}
