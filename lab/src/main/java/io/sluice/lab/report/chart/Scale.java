package io.sluice.lab.report.chart;

import java.util.List;

/** Maps the values of one axis to positions between its ends; has its ticks. */
record Scale(boolean logarithmic, double low, double high, List<Tick> ticks) {

  /** A tick; one without a label is a minor one. */
  record Tick(double value, String label) {
    boolean major() {
      return !label.isEmpty();
    }

    boolean labels(double other) {
      return major() && Math.abs(other - value) <= 1e-6 * Math.abs(value);
    }
  }

  Scale {
    ticks = List.copyOf(ticks);
  }

  /** 0 at the low end, 1 at the high end; values outside are drawn at the edge. */
  double at(double value) {
    double share =
        logarithmic
            ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
            : (value - low) / (high - low);
    return Math.clamp(share, 0, 1);
  }

  /** The inverse of {@link #at}. */
  double valueAt(double share) {
    return logarithmic ? low * Math.pow(high / low, share) : low + (high - low) * share;
  }

  /** A scale for values between two bounds, with ticks at both ends. */
  static Scale rounded(Axis axis, double least, double greatest, int labels) {
    if (axis.logarithmic()) {
      return Ticks.logScale(Ticks.roundDown(least), Ticks.roundUp(greatest), labels);
    }
    double low = withZero(least, greatest);
    double high = -withZero(-greatest, -least);
    if (low == high) {
      low -= 1;
      high += 1;
    }
    double step = Ticks.step(high - low, labels);
    low = step * Math.floor(low / step + 1e-9);
    high = step * Math.ceil(high / step - 1e-9);
    return new Scale(false, low, high, Ticks.linear(axis, low, high, step));
  }

  /** A scale that ends a little outside the values, wherever the ticks are. */
  static Scale tight(Axis axis, double least, double greatest, int labels) {
    if (axis.isNamed()) {
      return new Scale(false, 0.5, axis.names().size() + 0.5, Ticks.named(axis.names()));
    }
    if (axis.logarithmic()) {
      double margin = least == greatest ? 2 : Math.pow(greatest / least, 0.02);
      return Ticks.logScale(least / margin, greatest * margin, labels);
    }
    double margin = least == greatest ? 1 : (greatest - least) * 0.02;
    double low = least == 0 ? 0 : least - margin;
    double high = greatest + margin;
    return new Scale(
        false, low, high, Ticks.linear(axis, low, high, Ticks.step(high - low, labels)));
  }

  /** Includes zero, unless all values are close together and far from it. */
  private static double withZero(double least, double greatest) {
    return least > 0 && least < 0.6 * greatest ? 0 : least;
  }
}
