package io.sluice.lab.report.page;

import io.sluice.lab.report.svg.Numbers;
import java.util.Objects;
import java.util.OptionalDouble;

/** A value as it is shown, and as a number where it is one ("3 of 6" is not). */
public record Measure(String text, OptionalDouble number) {
  public Measure {
    Objects.requireNonNull(text);
    Objects.requireNonNull(number);
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
}
