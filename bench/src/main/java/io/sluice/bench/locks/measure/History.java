package io.sluice.bench.locks.measure;

import io.sluice.bench.locks.measure.Entry.Mode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.HdrHistogram.Histogram;

/**
 * The entry logs of all contenders, merged in the order of the entries. A hand-over is an entry by
 * another process than the one before, which was already waiting when the one before released the
 * lock; it lasts from that release to the entry.
 *
 * <p>Exclusion is judged over all entries, everything else over the entries within a window.
 */
final class History {

  /** A minute; longer hand-overs are counted as this long. */
  private static final long LONGEST = 60_000_000_000L;

  private final long from;
  private final long until;
  private final long[] entries;
  private final Histogram handOver = new Histogram(LONGEST, 3);
  private long changes;
  private long overlaps;

  /** A reader may enter after {@code writersLeft}, a writer only after {@code allLeft}. */
  private long writersLeft = Long.MIN_VALUE;

  private long allLeft = Long.MIN_VALUE;

  private int last = -1;

  private History(int contenders, long from, long until) {
    this.from = from;
    this.until = until;
    this.entries = new long[contenders];
  }

  /** Reads one log for each contender; the window is in the clock of the entries. */
  static History of(List<Path> logs, long from, long until) throws IOException {
    var history = new History(logs.size(), from, until);
    var next = new PriorityQueue<Next>(Comparator.comparingLong(head -> head.entry.entered()));
    var readers = new ArrayList<EntryLog.Reader>();
    try {
      for (var log : logs) {
        var reader = new EntryLog.Reader(log);
        int contender = readers.size();
        readers.add(reader);
        reader.next().ifPresent(entry -> next.add(new Next(contender, entry)));
      }
      for (var head = next.poll(); head != null; head = next.poll()) {
        history.add(head.contender, head.entry);
        int contender = head.contender;
        readers.get(contender).next().ifPresent(entry -> next.add(new Next(contender, entry)));
      }
      return history;
    } finally {
      for (var reader : readers) {
        reader.close();
      }
    }
  }

  /** The next entry of a contender's log. */
  private record Next(int contender, Entry entry) {}

  private void add(int contender, Entry entry) {
    boolean shares = entry.mode() == Mode.READ;
    if (entry.entered() < (shares ? writersLeft : allLeft)) {
      overlaps++;
    }
    if (entry.entered() >= from && entry.entered() < until) {
      entries[contender]++;
      if (contender != last) {
        changes++;
        if (!shares && last >= 0 && entry.asked() <= allLeft) {
          handOver.recordValue(Math.clamp(entry.entered() - allLeft, 0, LONGEST));
        }
      }
    }
    last = contender;
    allLeft = Math.max(allLeft, entry.left());
    if (!shares) {
      writersLeft = Math.max(writersLeft, entry.left());
    }
  }

  /** Entries that began while a process was inside that excludes them. */
  long overlaps() {
    return overlaps;
  }

  long entries() {
    return Arrays.stream(entries).sum();
  }

  double entriesPerSecond() {
    return entries() * 1e9 / (until - from);
  }

  /** Entries of the contender with the fewest. */
  long fewest() {
    return Arrays.stream(entries).min().orElse(0);
  }

  /** Entries of the contender with the most. */
  long most() {
    return Arrays.stream(entries).max().orElse(0);
  }

  /** The share of entries by another process than the one before. */
  double changes() {
    return entries() == 0 ? 0 : (double) changes / entries();
  }

  /** Nanoseconds of the hand-over at a percentile, if there was any. */
  Optional<Long> handOver(double percentile) {
    return handOver.getTotalCount() == 0
        ? Optional.empty()
        : Optional.of(handOver.getValueAtPercentile(percentile));
  }
}
