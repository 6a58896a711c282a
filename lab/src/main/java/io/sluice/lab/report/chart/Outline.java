package io.sluice.lab.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The course of a line or the border of an area, in the units of the data. */
record Outline(List<Spot> spots) {
  record Spot(double x, double y) {}

  Outline {
    spots = List.copyOf(spots);
  }

  double[] xs() {
    return spots.stream().mapToDouble(Spot::x).toArray();
  }

  double[] ys() {
    return spots.stream().mapToDouble(Spot::y).toArray();
  }

  static Outline curve(Series series) {
    return new Outline(along(series, Point::y));
  }

  /** The area between the curve and zero; on a logarithmic axis, and the axis' lower end. */
  static Outline fill(Series series, Scale y) {
    double foot = y.logarithmic() ? y.low() : 0;
    List<Spot> border = along(series, Point::y);
    border.add(new Spot(border.getLast().x(), foot));
    border.add(new Spot(border.getFirst().x(), foot));
    return new Outline(border);
  }

  static Outline band(Series series, Scale y) {
    List<Spot> border = along(series, Point::high);
    border.addAll(along(series, point -> Math.max(y.low(), point.low())).reversed());
    return new Outline(border);
  }

  /** Upright strokes, with a gap (not a number) after each. */
  static Outline whiskers(Series series, Scale y) {
    List<Spot> strokes = new ArrayList<>();
    for (Point point : series.points()) {
      strokes.add(new Spot(point.x(), Math.max(y.low(), point.low())));
      strokes.add(new Spot(point.x(), point.high()));
      strokes.add(new Spot(point.x(), Double.NaN));
    }
    return new Outline(strokes);
  }

  private static List<Spot> along(Series series, ToDoubleFunction<Point> value) {
    List<Spot> spots = new ArrayList<>();
    for (Point point : series.points()) {
      boolean step = series.style() == Series.Style.STEP && !spots.isEmpty();
      if (step) {
        spots.add(new Spot(point.x(), spots.getLast().y()));
      }
      spots.add(new Spot(point.x(), value.applyAsDouble(point)));
    }
    return spots;
  }
}
