package io.sluice.bench.locks;

import io.sluice.bench.locks.Entry.Mode;
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
 * The diaries of all contenders, joined in the order of the entries. A hand-over is an entry by
 * another process than the one before, which had already asked when that one left: from there to
 * its entry it took the service to let it in.
 *
 * <p>Exclusion is judged over everything written down, the rest over the entries of a window.
 */
final class History {

  /** A monotonic clock's longest hand-over that is told apart from a longer one: a minute. */
  private static final long LONGEST = 60_000_000_000L;

  private final long from;
  private final long until;
  private final long[] entries;
  private final Histogram handOver = new Histogram(LONGEST, 3);
  private long changes;
  private long overlaps;

  /** Nobody may be inside before all writers have left; no writer before everybody has. */
  private long writersLeft = Long.MIN_VALUE;

  private long everybodyLeft = Long.MIN_VALUE;

  private int last = -1;

  private History(int contenders, long from, long until) {
    this.from = from;
    this.until = until;
    this.entries = new long[contenders];
  }

  /** Reads one diary for each contender; the window is in the clock of the entries. */
  static History of(List<Path> diaries, long from, long until) throws IOException {
    var history = new History(diaries.size(), from, until);
    var pages = new PriorityQueue<Page>(Comparator.comparingLong(page -> page.entry.entered()));
    var readers = new ArrayList<Diary.Reader>();
    try {
      for (var diary : diaries) {
        var reader = new Diary.Reader(diary);
        int contender = readers.size();
        readers.add(reader);
        reader.next().ifPresent(entry -> pages.add(new Page(contender, entry)));
      }
      for (var page = pages.poll(); page != null; page = pages.poll()) {
        history.add(page.contender, page.entry);
        int contender = page.contender;
        readers.get(contender).next().ifPresent(entry -> pages.add(new Page(contender, entry)));
      }
      return history;
    } finally {
      for (var reader : readers) {
        reader.close();
      }
    }
  }

  /** A diary, opened at an entry. */
  private record Page(int contender, Entry entry) {}

  private void add(int contender, Entry entry) {
    boolean shares = entry.mode() == Mode.READ;
    if (entry.entered() < (shares ? writersLeft : everybodyLeft)) {
      overlaps++;
    }
    if (entry.entered() >= from && entry.entered() < until) {
      entries[contender]++;
      if (contender != last) {
        changes++;
        if (!shares && last >= 0 && entry.asked() <= everybodyLeft) {
          handOver.recordValue(Math.clamp(entry.entered() - everybodyLeft, 0, LONGEST));
        }
      }
    }
    last = contender;
    everybodyLeft = Math.max(everybodyLeft, entry.left());
    if (!shares) {
      writersLeft = Math.max(writersLeft, entry.left());
    }
  }

  /** Entries that began while somebody was inside who must not have been. */
  long overlaps() {
    return overlaps;
  }

  long entries() {
    return Arrays.stream(entries).sum();
  }

  double entriesPerSecond() {
    return entries() * 1e9 / (until - from);
  }

  /** The contender with the fewest entries. */
  long fewest() {
    return Arrays.stream(entries).min().orElse(0);
  }

  /** The contender with the most entries. */
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
