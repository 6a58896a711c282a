package io.sluice.lab.report.chart;

import java.util.List;
import java.util.Objects;

/**
 * One axis of a chart. A <em>mirrored</em> axis prints values without their sign, for charts that
 * draw a second group below zero. An axis with <em>names</em> has categories instead of values: the
 * first is at 1, and so on.
 */
public record Axis(String label, boolean logarithmic, boolean mirrored, List<String> names) {
  public Axis {
    Objects.requireNonNull(label);
    names = List.copyOf(names);
    if (logarithmic && mirrored) {
      throw new IllegalArgumentException("a logarithmic axis has no zero to mirror at: " + label);
    }
  }

  public static Axis linear(String label) {
    return new Axis(label, false, false, List.of());
  }

  public static Axis log(String label) {
    return new Axis(label, true, false, List.of());
  }

  public static Axis mirrored(String label) {
    return new Axis(label, false, true, List.of());
  }

  /** A horizontal axis of categories. */
  public static Axis named(String label, List<String> names) {
    return new Axis(label, false, false, names);
  }

  boolean isNamed() {
    return !names.isEmpty();
  }
}
