package io.sluice.streams.engine.measure;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What an instance has done, counted by its own thread and read by others. The numbers only grow.
 */
public final class Meter {

  private final AtomicLong records = new AtomicLong();
  private final AtomicLong emitted = new AtomicLong();
  private final AtomicLong deadLetters = new AtomicLong();
  private final AtomicLong workingNanos = new AtomicLong();
  private final AtomicLong blockedNanos = new AtomicLong();

  private static void add(AtomicLong counter, long more) {
    counter.lazySet(counter.getPlain() + more); // One thread writes.
  }

  public void processed(long number) {
    add(records, number);
  }

  /** Has emitted that number of records since it began. */
  public void emitted(long number) {
    emitted.lazySet(number);
  }

  public void gaveUp() {
    add(deadLetters, 1);
  }

  /**
   * Worked from that time on.
   *
   * @param blockedBefore {@link #blockedNanos} at that time: waits since then are no work
   */
  public void worked(long begin, long end, long blockedBefore) {
    add(workingNanos, end - begin - (blockedNanos() - blockedBefore));
  }

  /** How long it has waited for receivers; for its own thread. */
  public long blockedNanos() {
    return blockedNanos.getPlain();
  }

  /** Waited for receivers. */
  public void blocked(long nanos) {
    add(blockedNanos, nanos);
  }

  /** The counts at one moment. */
  public record Counts(
      long records, long emitted, long deadLetters, long workingNanos, long blockedNanos) {

    public static final Counts NONE = new Counts(0, 0, 0, 0, 0);

    public Counts plus(Counts more) {
      return new Counts(
          records + more.records,
          emitted + more.emitted,
          deadLetters + more.deadLetters,
          workingNanos + more.workingNanos,
          blockedNanos + more.blockedNanos);
    }

    public Counts minus(Counts fewer) {
      return new Counts(
          records - fewer.records,
          emitted - fewer.emitted,
          deadLetters - fewer.deadLetters,
          workingNanos - fewer.workingNanos,
          blockedNanos - fewer.blockedNanos);
    }
  }

  public Counts counts() {
    return new Counts(
        records.get(), emitted.get(), deadLetters.get(), workingNanos.get(), blockedNanos.get());
  }
}
