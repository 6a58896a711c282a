package io.sluice.cluster.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayDeque;

/**
 * The memory of one piece of data in one node. A region that is not used any more is kept for the
 * next version: most of its blocks hold what that needs.
 */
final class RegionPool {

  /** Besides the current version: one to write, or to fetch into. */
  private static final int MOST_FREE = 2;

  private final ArrayDeque<Region> free = new ArrayDeque<>();
  private boolean closed;

  /**
   * A region of at least that size.
   *
   * @throws OutOfMemoryError if the machine has not so much memory left
   */
  synchronized Region take(long size) {
    for (var each : free) {
      if (each.capacity() >= size) {
        free.remove(each);
        each.reuse();
        return each;
      }
    }
    requireRoom(size);
    try {
      return new Region(this, size);
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
