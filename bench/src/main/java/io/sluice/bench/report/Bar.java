package io.sluice.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * A target for Sluice, often relative to a peer of the same run.
 *
 * @param bar an upper limit if less is better, else a lower limit
 * @param unit follows the number; {@link #TIMES} for a ratio, empty for a plain number
 * @param measured empty if a figure it needs was not measured
 */
public record Bar(
    String what, boolean lessIsBetter, double bar, String unit, OptionalDouble measured) {

  /** The unit of a ratio. */
  public static final String TIMES = "x";

  public static Bar atLeast(String what, double bar, String unit, OptionalDouble measured) {
    return new Bar(what, false, bar, unit, measured);
  }

  public static Bar atMost(String what, double bar, String unit, OptionalDouble measured) {
    return new Bar(what, true, bar, unit, measured);
  }

  /** Empty unless both were measured and the second is positive. */
  public static OptionalDouble ratio(OptionalDouble one, OptionalDouble other) {
    return one.isPresent() && other.isPresent() && other.getAsDouble() > 0
        ? OptionalDouble.of(one.getAsDouble() / other.getAsDouble())
        : OptionalDouble.empty();
  }

  public boolean met() {
    return measured.isPresent()
        && (lessIsBetter ? measured.getAsDouble() <= bar : measured.getAsDouble() >= bar);
  }

  /** A Markdown table of the bars. */
  public static String table(List<Bar> bars) {
    return """
    | target for Sluice | bar | measured | met |
    |---|---|---|---|
    """
        + bars.stream().map(Bar::line).collect(Collectors.joining("\n"));
  }

  /** A line of the table. */
  public String line() {
    return String.format(
        Locale.ROOT,
        "| %s | %s %s | %s | %s |",
        what,
        lessIsBetter ? "at most" : "at least",
        number(bar),
        measured.isPresent() ? number(measured.getAsDouble()) : "-",
        measured.isEmpty() ? "not measured" : met() ? "yes" : "**no**");
  }

  private String number(double value) {
    boolean fine = Math.abs(bar) < 1 || Math.round(100 * bar) % 10 != 0;
    String digits = fine ? "%,.2f" : value < 100 ? "%,.1f" : "%,.0f";
    String separator = unit.isEmpty() || unit.equals(TIMES) ? "" : " ";
    return String.format(Locale.ROOT, digits, value) + separator + unit;
  }
}
