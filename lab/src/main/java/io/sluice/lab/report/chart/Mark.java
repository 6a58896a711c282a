package io.sluice.lab.report.chart;

import java.util.Objects;

/**
 * A single labelled value in a chart, such as a number that a paper prints. The hue is that of the
 * series it should be compared with; an unknown hue is drawn in the colour of the text.
 */
public record Mark(double x, double y, String label, String hue) {
  public Mark {
    Objects.requireNonNull(label);
    Objects.requireNonNull(hue);
    if (!Double.isFinite(x) || !Double.isFinite(y)) {
      throw new IllegalArgumentException("a mark needs finite coordinates: " + label);
    }
  }
}
