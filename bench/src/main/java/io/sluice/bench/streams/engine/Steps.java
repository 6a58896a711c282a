package io.sluice.bench.streams.engine;

import java.util.concurrent.locks.LockSupport;

/**
 * What the operators do, the same in every engine. Records are numbers; the key of a record is its
 * remainder by {@link Workload#KEYS}, which no operator changes.
 */
public final class Steps {

  private static final long KEYS = Workload.KEYS;

  private Steps() {}

  public static long first(long record) {
    Probe.atFirst();
    long cost = Probe.cost();
    if (cost > 0) {
      LockSupport.parkNanos(cost);
    }
    return record + KEYS;
  }

  public static long second(long record) {
    return record ^ (KEYS << 20);
  }

  /** The third operator if it has no state. */
  public static long third(long record) {
    return record + 3 * KEYS;
  }

  /**
   * The third operator if it counts.
   *
   * @param count how many records of this key there were, with this one
   */
  public static long counted(long record, long count) {
    int key = key(record);
    Probe.atOwner(key);
    return count * KEYS + key;
  }

  public static int key(long record) {
    return (int) (record & KEYS - 1);
  }

  public static void sink(long record) {
    Probe.atSink(record);
  }
}
