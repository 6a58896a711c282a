package io.sluice.streams.source;

import java.util.function.DoubleUnaryOperator;

/** A rate that changes over time. The records due are its integral. */
public final class VaryingPace implements Pace {

  private static final double SECOND = 1e9;

  /** The rate is looked up at least that often. */
  private static final long STEP = 10_000_000;

  private final DoubleUnaryOperator perSecond;
  private long until;
  private double sum;

  /**
   * @param perSecond records a second, by the seconds since the beginning
   */
  public VaryingPace(DoubleUnaryOperator perSecond) {
    this.perSecond = perSecond;
  }

  @Override
  public long due(long nanos) {
    while (until < nanos) {
      long step = Math.min(STEP, nanos - until);
      sum += rate(until + step / 2.0) * step / SECOND;
      until += step;
    }
    return (long) sum;
  }

  @Override
  public long untilDue(long count, long nanos) {
    double rate = rate((double) nanos);
    return rate > 0
        ? (long) Math.min(STEP, Math.max(0, ((double) count - sum) * SECOND / rate))
        : STEP;
  }

  private double rate(double nanos) {
    double seconds = nanos / SECOND;
    double rate = perSecond.applyAsDouble(seconds);
    if (!(rate >= 0) || Double.isInfinite(rate)) {
      throw new IllegalStateException(
          "the rate of a generator is 0 or more records a second; at %.3f s it is %s"
              .formatted(seconds, rate));
    }
    return rate;
  }
}
