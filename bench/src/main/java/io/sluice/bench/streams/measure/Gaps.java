package io.sluice.bench.streams.measure;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** The longest times without a record: of any key, and of each key. */
final class Gaps {

  private final long[] arrived;
  private final long[] longest;
  private long arrivedAny;
  private long longestAny;

  /** Begins the first round. */
  Gaps(int keys, long now) {
    arrived = new long[keys];
    longest = new long[keys];
    Arrays.fill(arrived, now);
    arrivedAny = now;
  }

  synchronized void arrived(int key, long now) {
    longest[key] = Math.max(longest[key], now - arrived[key]);
    arrived[key] = now;
    longestAny = Math.max(longestAny, now - arrivedAny);
    arrivedAny = now;
  }

  /**
   * Ends a round and begins the next one. A gap that is still open counts as far as it goes; a gap
   * that began in the round before counts whole.
   */
  synchronized Round next(long now) {
    var keys =
        IntStream.range(0, arrived.length)
            .mapToObj(key -> Math.max(longest[key], now - arrived[key]))
            .toList();
    var round = new Round(Math.max(longestAny, now - arrivedAny), keys);
    Arrays.fill(longest, 0);
    longestAny = 0;
    return round;
  }

  /**
   * What a round has shown, in nanoseconds.
   *
   * @param longest the longest time in which no record of any key arrived
   * @param keys the same for each key
   */
  record Round(long longest, List<Long> keys) {

    long longestOfKeys() {
      return Collections.max(keys);
    }
  }
}
