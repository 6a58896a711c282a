package io.sluice.lab.report.chart;

/**
 * One measured point with its spread (for instance the least and the greatest of several seeds). No
 * spread is a spread that starts and ends at the value itself.
 */
public record Point(double x, double y, double low, double high) {
  public Point {
    if (!Double.isFinite(x) || !Double.isFinite(y)) {
      throw new IllegalArgumentException(
          "a point needs finite coordinates, leave it out instead: (%s, %s)".formatted(x, y));
    }
    if (!(Double.isFinite(low) && Double.isFinite(high) && low <= y && y <= high)) {
      throw new IllegalArgumentException(
          "the spread %s..%s does not enclose %s".formatted(low, high, y));
    }
  }

  public static Point of(double x, double y) {
    return new Point(x, y, y, y);
  }

  public static Point of(double x, double y, double low, double high) {
    return new Point(x, y, low, high);
  }

  public boolean hasSpread() {
    return low < high;
  }
}
