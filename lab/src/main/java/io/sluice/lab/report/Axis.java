package io.sluice.lab.report;

import java.util.Objects;

/**
 * One axis of a chart. A <em>mirrored</em> axis prints sizes without their sign: it serves figures
 * that draw a second group below zero, where a negative count would be nonsense.
 */
public record Axis(String label, boolean logarithmic, boolean mirrored) {
  public Axis {
    Objects.requireNonNull(label);
    if (logarithmic && mirrored) {
      throw new IllegalArgumentException("a logarithmic axis has no zero to mirror at: " + label);
    }
  }

  public static Axis linear(String label) {
    return new Axis(label, false, false);
  }

  public static Axis log(String label) {
    return new Axis(label, true, false);
  }

  public static Axis mirrored(String label) {
    return new Axis(label, false, true);
  }
}
