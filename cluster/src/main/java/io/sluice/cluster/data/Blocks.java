package io.sluice.cluster.data;

import java.util.ArrayList;
import java.util.List;

/** How data is divided: into blocks that are compared, and chunks of blocks that are sent. */
final class Blocks {

  /** What is compared, and marked with the version that last changed it. */
  static final int BYTES = 64 << 10;

  /** How many blocks travel together at most: 1 MiB. */
  static final int MOST_IN_CHUNK = 16;

  /**
   * How many of them at most when they have not been requested: 256 KiB, so that the first ones are
   * sent while the next are checked.
   */
  private static final int MOST_AT_ONCE = 4;

  private Blocks() {}

  /** Some blocks in a row. */
  record Run(int first, int count) {}

  /**
   * The blocks that are sent with the marks of a version without being requested, so that small
   * changes take one round trip: the first ones that are newer than what the reader has.
   */
  static List<Run> unrequested(long[] marks, long version) {
    var runs = new ArrayList<Run>();
    int left = MOST_IN_CHUNK;
    for (int block = 0; block < marks.length && left > 0; block++) {
      int first = block;
      while (block < marks.length && marks[block] > version && left > 0) {
        block++;
        left--;
      }
      for (; first < block; first += MOST_AT_ONCE) {
        runs.add(new Run(first, Math.min(MOST_AT_ONCE, block - first)));
      }
    }
    return runs;
  }

  /** Whether what is newer than that version fits into one chunk. */
  static boolean isLittle(long[] marks, long version) {
    return newer(marks, version) <= MOST_IN_CHUNK;
  }

  /** How many blocks are newer than that version. */
  static int newer(long[] marks, long version) {
    int count = 0;
    for (long mark : marks) {
      count += mark > version ? 1 : 0;
    }
    return count;
  }

  static int count(long size) {
    return Math.toIntExact((size + BYTES - 1) / BYTES);
  }

  static long offset(int block) {
    return (long) block * BYTES;
  }

  /** Where a run of blocks ends, in data of that size. */
  static long end(int first, int count, long size) {
    return Math.min(offset(first + count), size);
  }

  static int of(long offset) {
    return Math.toIntExact(offset / BYTES);
  }
}
