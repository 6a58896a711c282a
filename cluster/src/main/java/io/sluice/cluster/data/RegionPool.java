package io.sluice.cluster.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.Comparator;

/**
 * The memory of one piece of data in one node. A region that is not used any more is kept for the
 * next version: most of its blocks hold what that needs.
 */
final class RegionPool {

  /** Besides the current version: one to write, or to fetch into. */
  private static final int MOST_FREE = 2;

  private static final long[] NO_MARKS = {};

  private final ArrayDeque<Region> free = new ArrayDeque<>();
  private boolean closed;

  /**
   * A region of at least that size.
   *
   * @throws OutOfMemoryError if the machine has not so much memory left
   */
  Region take(long size) {
    return take(size, NO_MARKS);
  }

  /**
   * A region of at least that size, the one that has most blocks with these marks.
   *
   * @throws OutOfMemoryError if the machine has not so much memory left
   */
  synchronized Region take(long size, long[] marks) {
    var best =
        free.stream()
            .filter(each -> each.capacity() >= size)
            .max(Comparator.comparingInt(each -> each.matching(marks)));
    if (best.isPresent()) {
      free.remove(best.get());
      best.get().reuse();
      return best.get();
    }
    requireRoom(size);
    try {
      return Region.create(this, size);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot get " + size + " bytes of shared memory", e);
    }
  }

  /** Checks, before anything is allocated, that the machine has memory for that. */
  static void requireRoom(long size) {
    try {
      long room = Files.getFileStore(Region.directory()).getUsableSpace();
      if (size > room) {
        throw new IllegalArgumentException(
            "%,d bytes are more than %s has left, which is %,d: use less data, or more memory"
                .formatted(size, Region.directory(), room));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void giveBack(Region region) {
    boolean kept;
    synchronized (this) {
      kept = !closed && free.size() < MOST_FREE;
      if (kept) {
        free.addFirst(region);
      }
    }
    if (!kept) {
      region.close();
    }
  }

  void close() {
    Iterable<Region> all;
    synchronized (this) {
      closed = true;
      all = free.clone();
      free.clear();
    }
    all.forEach(Region::close);
  }
}
