package io.sluice.streams.kafka.slot;

/**
 * How much of a slot's state is in memory although it is in files, and how much of it has yet to be
 * put there. A value counts as many bytes as it has in the files.
 */
final class Cached {

  /** The share of the heap that one slot may use. */
  private static final long SLOTS = 128;

  private static final long LEAST_BYTES = 1L << 20;
  private static final long MOST_BYTES = 64L << 20;

  /** What a key needs in memory beside its value. */
  private static final int OF_A_KEY = 200;

  /** Until values have been put into files, their size is not known. */
  private static final int FIRST_CHANGES = 16;

  /** The weight of the last value in the mean. */
  private static final double NEWEST = 1.0 / 64;

  private final long most;
  private long bytes;
  private double mean;

  Cached() {
    this(Math.clamp(Runtime.getRuntime().maxMemory() / SLOTS, LEAST_BYTES, MOST_BYTES));
  }

  /**
   * @param most how many bytes may be in memory
   */
  Cached(long most) {
    this.most = most;
  }

  /** The value of a key has that size in the files, and is in memory as well. */
  void has(StoredGroup.Cell cell, int size) {
    int now = size + OF_A_KEY;
    mean = mean == 0 ? now : mean + NEWEST * (now - mean);
    bytes += now - cell.cached;
    cell.cached = now;
  }

  /** It is not in memory any more. */
  void forget(StoredGroup.Cell cell) {
    bytes -= cell.cached;
    cell.cached = 0;
  }

  /** Whether that many changes are too much for memory. */
  boolean isMuch(int changes) {
    return mean == 0 ? changes >= FIRST_CHANGES : changes * mean > most;
  }

  /** Whether what is in files as well is too much for memory. */
  boolean isFull() {
    return bytes > most;
  }

  long bytes() {
    return bytes;
  }
}
