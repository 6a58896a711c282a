package io.sluice.lab.report.page;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * One quantity: what the paper prints, what we measured, and a remark that explains a difference.
 * The remark may be empty; a difference without one is reported as unexplained.
 */
public record Comparison(String quantity, Measure printed, Measure ours, String remark) {
  /** Ratios within this distance of one count as agreement. */
  static final double TOLERANCE = 0.05;

  public Comparison {
    Objects.requireNonNull(quantity);
    Objects.requireNonNull(printed);
    Objects.requireNonNull(ours);
    Objects.requireNonNull(remark);
  }

  public static Comparison of(String quantity, double printed, double ours, String remark) {
    return new Comparison(quantity, Measure.of(printed), Measure.of(ours), remark);
  }

  /** Ours divided by the printed one, if both are numbers. */
  public OptionalDouble ratio() {
    double of = printed.number().orElse(0);
    return of == 0 || ours.number().isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(ours.number().getAsDouble() / of);
  }

  /**
   * Whether the two differ visibly: a number from a number by more than 5 %, a number from a range
   * if it is as far outside; texts differ if they are not the same.
   */
  public boolean differs() {
    if (printed.range().isPresent() && ours.number().isPresent()) {
      return !printed.range().get().admits(ours.number().getAsDouble(), TOLERANCE);
    }
    OptionalDouble ratio = ratio();
    return ratio.isPresent()
        ? Math.abs(ratio.getAsDouble() - 1) > TOLERANCE
        : !printed.equals(ours);
  }
}
