package io.sluice.lab.report.chart;

import java.util.List;
import java.util.Objects;

/**
 * One named curve. Series of one <em>hue</em> share colour and marker, so that printed and measured
 * values of the same algorithm visibly belong together; by default the hue is the name.
 */
public record Series(
    String name, Style style, List<Point> points, Spread spread, String hue, boolean filled) {

  /** How a series is drawn. */
  public enum Style {
    /** Measured points joined by straight lines. */
    LINE,
    /** A value that holds until the next point, such as a count over time. */
    STEP,
    /** Points that nothing joins. */
    POINTS,
    /** A reference: a formula, or the values a paper printed. */
    DASHED
  }

  /** How the spread of the points is drawn. */
  public enum Spread {
    BAND,
    WHISKERS
  }

  public Series {
    Objects.requireNonNull(name);
    Objects.requireNonNull(style);
    Objects.requireNonNull(spread);
    Objects.requireNonNull(hue);
    points = List.copyOf(points);
    if (points.isEmpty()) {
      throw new IllegalArgumentException("the series \"%s\" has no point".formatted(name));
    }
  }

  public static Series line(String name, List<Point> points) {
    return of(name, Style.LINE, Spread.BAND, points);
  }

  public static Series step(String name, List<Point> points) {
    return of(name, Style.STEP, Spread.BAND, points);
  }

  public static Series points(String name, List<Point> points) {
    return of(name, Style.POINTS, Spread.WHISKERS, points);
  }

  public static Series dashed(String name, List<Point> points) {
    return of(name, Style.DASHED, Spread.BAND, points);
  }

  private static Series of(String name, Style style, Spread spread, List<Point> points) {
    return new Series(name, style, points, spread, name, false);
  }

  /** The same series in the colour and with the marker of another. */
  public Series like(String otherHue) {
    return new Series(name, style, points, spread, otherHue, filled);
  }

  /** The same series with the area between it and zero tinted. */
  public Series withFill() {
    return new Series(name, style, points, spread, hue, true);
  }

  boolean hasSpread() {
    return points.stream().anyMatch(Point::hasSpread);
  }
}
