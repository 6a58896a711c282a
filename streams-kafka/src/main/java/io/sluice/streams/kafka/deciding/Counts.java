package io.sluice.streams.kafka.deciding;

import java.util.concurrent.atomic.AtomicLong;

/** What an operator has done in this worker; written by the threads of its bundles. */
public final class Counts {

  private final AtomicLong records = new AtomicLong();
  private final AtomicLong emitted = new AtomicLong();
  private final AtomicLong deadLetters = new AtomicLong();
  private final AtomicLong workingNanos = new AtomicLong();
  private Changes changes = Changes.NONE; // guarded by this

  /**
   * What it has cost to change the number of instances.
   *
   * @param number how many orders to duplicate or delete itself an instance has carried out
   * @param messages of the protocol, without those of the guard
   * @param guardMessages those by which no neighbouring operator changes at the same time
   * @param nanos from beginning an order to its end, all together
   * @param guardNanos how much of that an instance has waited for the guard
   */
  public record Changes(
      long number, long messages, long guardMessages, long nanos, long guardNanos) {

    public static final Changes NONE = new Changes(0, 0, 0, 0, 0);

    public Changes plus(Changes more) {
      return new Changes(
          number + more.number,
          messages + more.messages,
          guardMessages + more.guardMessages,
          nanos + more.nanos,
          guardNanos + more.guardNanos);
    }
  }

  public synchronized void add(Changes more) {
    changes = changes.plus(more);
  }

  public synchronized Changes changes() {
    return changes;
  }

  public void processed(long number) {
    records.addAndGet(number);
  }

  public void emitted(long number) {
    emitted.addAndGet(number);
  }

  public void gaveUp() {
    deadLetters.incrementAndGet();
  }

  public void worked(long nanos) {
    workingNanos.addAndGet(nanos);
  }

  public long records() {
    return records.get();
  }

  public long emitted() {
    return emitted.get();
  }

  public long deadLetters() {
    return deadLetters.get();
  }

  public long workingNanos() {
    return workingNanos.get();
  }
}
