package io.sluice.lab.experiment.catalogue;

import java.util.Locale;
import java.util.function.IntToDoubleFunction;

/**
 * A cost as a formula over the number of nodes: bounds for each single entry, and an upper bound
 * for the mean.
 *
 * @param text the formula, in plain characters for any terminal
 * @param least the lower bound of every entry
 * @param most the upper bound of every entry
 * @param mostOnAverage the upper bound of the mean
 */
public record Law(
    String text,
    IntToDoubleFunction least,
    IntToDoubleFunction most,
    IntToDoubleFunction mostOnAverage) {

  /** Far above the rounding error: measurements are sums of integers, divided once. */
  private static final double ROUNDING = 1e-9;

  static Law exactly(String text, IntToDoubleFunction value) {
    return new Law(text, value, value, value);
  }

  static Law exactly(int value) {
    return exactly(Integer.toString(value), _ -> value);
  }

  static Law between(String text, IntToDoubleFunction least, IntToDoubleFunction most) {
    return new Law(text, least, most, most);
  }

  /** The same, with a tighter upper bound on the mean than on a single entry. */
  Law onAverageAtMost(IntToDoubleFunction mean) {
    return new Law(text, least, most, mean);
  }

  /** Whether the formula gives a single number for this number of nodes. */
  public boolean exact(int nodes) {
    return least.applyAsDouble(nodes) == most.applyAsDouble(nodes);
  }

  /** Whether measurements with this number of nodes fit the formula. */
  public boolean admits(int nodes, double min, double mean, double max) {
    return min >= least.applyAsDouble(nodes) - ROUNDING
        && max <= most.applyAsDouble(nodes) + ROUNDING
        && mean <= mostOnAverage.applyAsDouble(nodes) + ROUNDING;
  }

  /** The formula's value for a number of nodes: {@code 45}, {@code 0 to 30}, {@code 2 or more}. */
  public String at(int nodes) {
    double low = least.applyAsDouble(nodes);
    double high = most.applyAsDouble(nodes);
    if (low == high) {
      return number(low);
    }
    return number(low) + (Double.isInfinite(high) ? " or more" : " to " + number(high));
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.2f", value);
  }
}
