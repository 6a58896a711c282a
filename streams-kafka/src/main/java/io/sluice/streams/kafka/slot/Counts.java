package io.sluice.streams.kafka.slot;

import java.util.concurrent.atomic.AtomicLong;

/** What an operator has done in this worker; written by the threads of its bundles. */
public final class Counts {

  private final AtomicLong records = new AtomicLong();
  private final AtomicLong emitted = new AtomicLong();
  private final AtomicLong deadLetters = new AtomicLong();
  private final AtomicLong workingNanos = new AtomicLong();

  void processed(long number) {
    records.addAndGet(number);
  }

  void emitted(long number) {
    emitted.addAndGet(number);
  }

  void gaveUp() {
    deadLetters.incrementAndGet();
  }

  void worked(long nanos) {
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
