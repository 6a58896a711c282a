package io.sluice.streams.kafka.deciding;

/**
 * What has been counted since an instance began.
 *
 * @param records what it has processed
 * @param workingNanos how long it has worked on them
 * @param spareNanos how long the thread that it shares with others could have done more
 */
public record Measured(long records, long workingNanos, long spareNanos) {

  public static final Measured NONE = new Measured(0, 0, 0);

  Measured minus(Measured before) {
    return new Measured(
        records - before.records,
        workingNanos - before.workingNanos,
        spareNanos - before.spareNanos);
  }
}
