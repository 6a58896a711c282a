package io.sluice.cluster.data;

/** How data is divided: into blocks that are compared, and chunks of blocks that are sent. */
final class Blocks {

  /** What is compared, and marked with the version that last changed it. */
  static final int BYTES = 64 << 10;

  /** How many blocks travel together at most: 1 MiB. */
  static final int MOST_IN_CHUNK = 16;

  private Blocks() {}

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
