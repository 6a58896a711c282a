package io.sluice.cluster;

import java.time.Duration;

/**
 * Limits of the time for which a lock is held; zero for none.
 *
 * @param most after that time it is lost
 * @param warning after that time the node warns of it, once
 */
public record Limits(Duration most, Duration warning) {

  public static final Limits NONE = new Limits(Duration.ZERO, Duration.ZERO);

  public Limits {
    if (most.isNegative() || warning.isNegative()) {
      throw new IllegalArgumentException("a time for which a lock is held is not negative");
    }
    most = LongestTime.limit(most);
    warning = LongestTime.limit(warning);
  }

  /** The same, but lost after that time; zero for never. */
  public Limits holdAtMost(Duration time) {
    return new Limits(time, warning);
  }

  /** The same, but warned of after that time; zero for never. */
  public Limits warnAfter(Duration time) {
    return new Limits(most, time);
  }

  /** These limits, and the rest of others that have begun that long ago where it is shorter. */
  public Limits within(Limits others, Duration ago) {
    // Nothing is left of a time that is over, but zero would be no limit at all.
    var over = Duration.ofNanos(1);
    return new Limits(
        shorter(most, others.most, ago, over), shorter(warning, others.warning, ago, warning));
  }

  private static Duration shorter(Duration limit, Duration other, Duration ago, Duration over) {
    if (other.isZero()) {
      return limit;
    }
    var rest = other.compareTo(ago) > 0 ? other.minus(ago) : over;
    return limit.isZero() || limit.compareTo(rest) > 0 ? rest : limit;
  }

  /** Asked at every entry, where the generated {@code equals} would cost more than the rest. */
  public boolean isNone() {
    return most.isZero() && warning.isZero();
  }
}
