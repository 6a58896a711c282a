package io.sluice.lab.report.page;

import io.sluice.lab.report.svg.Numbers;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A value as it is shown, and as a number or a range where it is one ("3 of 6" is neither).
 *
 * @param range what a formula or a bound allows
 */
public record Measure(String text, OptionalDouble number, Optional<Range> range) {

  /** Both ends are included. */
  public record Range(double low, double high) {
    boolean admits(double value, double tolerance) {
      return value >= low * (1 - tolerance) && value <= high * (1 + tolerance);
    }
  }

  public Measure {
    Objects.requireNonNull(text);
    Objects.requireNonNull(number);
    Objects.requireNonNull(range);
  }

  public Measure(String text, OptionalDouble number) {
    this(text, number, Optional.empty());
  }

  public static Measure of(double value) {
    return new Measure(Numbers.measured(value), OptionalDouble.of(value));
  }

  public static Measure of(double value, String unit) {
    return new Measure(Numbers.measured(value) + " " + unit, OptionalDouble.of(value));
  }

  public static Measure text(String text) {
    return new Measure(text, OptionalDouble.empty());
  }

  /** A range of numbers from 0 up. */
  public static Measure range(String text, double low, double high) {
    return new Measure(text, OptionalDouble.empty(), Optional.of(new Range(low, high)));
  }

  public static Measure atMost(double bound) {
    return range("at most " + Numbers.measured(bound), 0, bound);
  }
}
