package io.sluice.streams.kafka.bundle;

/**
 * What the thread of a bundle spends its time on. A bundle that has little to do commits often, and
 * one that has much to do does not: so commits that take longer than they would then leave time
 * that its slots could use.
 */
final class ThreadTime {

  /** The weight of the last measurement in how busy the thread is. */
  private static final double NEWEST = 0.25;

  /** While much waits, a commit comes after that many times as long as the last one took. */
  static final int WORK_BETWEEN_COMMITS = 4;

  private long measuredAt;
  private long idle;
  private long commits;
  private long spare;
  private double busy;

  ThreadTime(long now) {
    measuredAt = now;
  }

  /** It had nothing to do. */
  void waited(long nanos) {
    idle += nanos;
  }

  void committed(long nanos) {
    commits += nanos;
  }

  /** Looks at what has passed since the last time. */
  void measure(long now) {
    long elapsed = Math.max(1, now - measuredAt);
    busy += NEWEST * (Math.max(0, 1 - (double) idle / elapsed) - busy);
    spare += idle + Math.max(0, commits - elapsed / (WORK_BETWEEN_COMMITS + 1));
    measuredAt = now;
    idle = 0;
    commits = 0;
  }

  /** The share of its time that it uses of late. */
  double busy() {
    return busy;
  }

  /** How much time slots could have used in addition, until the last measurement. */
  long spareNanos() {
    return spare;
  }
}
