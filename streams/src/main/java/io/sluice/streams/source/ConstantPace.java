package io.sluice.streams.source;

/** The same number of records in each second, at equal distances. */
public record ConstantPace(double perSecond) implements Pace {

  private static final double SECOND = 1e9;

  /**
   * @throws IllegalArgumentException if the rate is not above 0
   */
  public ConstantPace {
    if (!(perSecond > 0) || Double.isInfinite(perSecond)) {
      throw new IllegalArgumentException(
          "the rate of a generator is above 0 records a second, not " + perSecond);
    }
  }

  @Override
  public long due(long nanos) {
    return (long) (perSecond * nanos / SECOND);
  }

  @Override
  public long untilDue(long count, long nanos) {
    return Math.max(0, (long) Math.ceil(count * SECOND / perSecond) - nanos);
  }
}
