package io.sluice.lab.simulate;

import org.HdrHistogram.Histogram;

/**
 * How long processes waited from asking to being let in.
 *
 * @param histogram all waits in nanoseconds, to three digits
 * @param meanNanos their exact mean, 0 if there were none
 * @param maxNanos the exact longest
 */
public record Waits(Histogram histogram, double meanNanos, long maxNanos) {

  public double meanMillis() {
    return meanNanos / 1e6;
  }

  public double maxMillis() {
    return Nanos.millis(maxNanos);
  }

  /** The wait that a percentage of all waits did not exceed. */
  public double percentileMillis(double percent) {
    return Nanos.millis(Math.min(maxNanos, histogram.getValueAtPercentile(percent)));
  }

  /** Gathers waits. */
  public static final class Recorder {
    private final Histogram histogram = new Histogram(3);

    /** A double: the sum of many long waits would not fit in a long. */
    private double sum;

    private long max;

    public void record(long nanos) {
      histogram.recordValue(nanos);
      sum += nanos;
      max = Math.max(max, nanos);
    }

    public Waits result() {
      long count = histogram.getTotalCount();
      return new Waits(histogram, count == 0 ? 0 : sum / count, max);
    }
  }
}
