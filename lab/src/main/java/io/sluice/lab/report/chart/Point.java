package io.sluice.lab.report.chart;

/**
 * One measured point with its spread, for instance the smallest and the largest of several seeds.
 * Without a spread, both ends are the value itself.
 */
public record Point(double x, double y, double low, double high) {
  public Point {
    if (!Double.isFinite(x) || !Double.isFinite(y)) {
      throw new IllegalArgumentException(
          "a point needs finite coordinates, not (%s, %s); leave it out".formatted(x, y));
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
