package io.sluice.bench.locks;

import java.time.Duration;
import java.util.List;

/**
 * When contenders begin and when they stop asking, in the nanoseconds of the machine's monotonic
 * clock.
 */
record Round(Kind kind, long begin, long end) {

  /** What is done in a round. */
  enum Kind {
    /** One client enters and leaves; the others are idle members. */
    LONE,
    /** All want the exclusive lock, all the time. */
    CONTENDED,
    /** All want the read/write lock, all the time, nine in ten times to read. */
    READ_WRITE
  }

  /** All processes should have heard of the round when it begins. */
  private static final Duration NOTICE = Duration.ofMillis(250);

  /** Words in a line that make a round. */
  static final int WORDS = 3;

  static Round soon(Kind kind, Duration duration) {
    long begin = System.nanoTime() + NOTICE.toNanos();
    return new Round(kind, begin, begin + duration.toNanos());
  }

  List<String> words() {
    return List.of(kind.name(), Long.toString(begin), Long.toString(end));
  }

  static Round of(List<String> words) {
    return new Round(
        Kind.valueOf(words.get(0)), Long.parseLong(words.get(1)), Long.parseLong(words.get(2)));
  }
}
