package io.sluice.lab.report.chart;

import io.sluice.lab.report.svg.Box;
import io.sluice.lab.report.svg.Glyph;
import io.sluice.lab.report.svg.Numbers;
import io.sluice.lab.report.svg.Palette;
import io.sluice.lab.report.svg.Svg;
import java.util.List;

/** Draws one series of a chart: fill, band or whiskers, curve, markers, in that order. */
final class SvgSeries {
  /** Up to this many points, each has a marker; more markers would overlap. */
  static final int ALL_MARKED = 30;

  private static final double MARKER = 4;

  private final Svg svg;
  private final ChartLayout layout;
  private final Series series;
  private final int index;
  private final String dash;

  SvgSeries(Svg svg, ChartLayout layout, Chart chart, Series series) {
    this.svg = svg;
    this.layout = layout;
    this.series = series;
    this.index = chart.hueIndex(series.hue());
    this.dash = Dashes.of(chart, series);
  }

  void draw() {
    svg.open("g");
    svg.leaf("title", series.name());
    if (series.filled()) {
      svg.path(path(Outline.fill(series, layout.y())) + "z", "band f" + slot());
    }
    if (series.hasSpread()) {
      spread();
    }
    if (series.style() != Series.Style.POINTS) {
      stroke(path(Outline.curve(series)));
    }
    if (series.style() != Series.Style.STEP) {
      markers();
    }
    svg.close();
  }

  /** The line and marker that stand for this series in the legend. */
  void drawSample(double x, double y) {
    double end = x + ChartLayout.SAMPLE - 8;
    if (series.filled()) {
      svg.rect(new Box(x, y - 5, end - x, 10), "band f" + slot());
    }
    if (series.style() != Series.Style.POINTS) {
      stroke("M" + xy(x, y) + "L" + xy(end, y));
    }
    if (series.style() != Series.Style.STEP) {
      marker((x + end) / 2, y);
    }
  }

  /** The marker alone, which stands for this series beside its name. */
  void drawMarker(double x, double y) {
    marker(x, y);
  }

  private int slot() {
    return Palette.slot(index);
  }

  private void stroke(String data) {
    String css = "curve s" + slot();
    if (dash.isEmpty()) {
      svg.path(data, css);
    } else {
      svg.empty("path", "class", css, "stroke-dasharray", dash, "d", data);
    }
  }

  private void spread() {
    if (series.spread() == Series.Spread.WHISKERS) {
      whiskers();
    } else {
      svg.path(path(Outline.band(series, layout.y())) + "z", "band f" + slot());
    }
  }

  private void whiskers() {
    var data = new StringBuilder();
    for (Point point : series.points().stream().filter(Point::hasSpread).toList()) {
      double x = layout.px(point.x());
      double low = layout.py(point.low());
      double high = layout.py(point.high());
      data.append('M').append(xy(x, low)).append('L').append(xy(x, high));
      for (double end : new double[] {low, high}) {
        data.append('M').append(xy(x - 4, end)).append('L').append(xy(x + 4, end));
      }
    }
    svg.path(data.toString(), "thin s" + slot());
  }

  private void markers() {
    List<Point> points = series.points();
    int every = points.size() <= ALL_MARKED ? 1 : Math.ceilDiv(points.size(), 15);
    // Different first points, so that curves that coincide do not hide each other's markers.
    int first = every == 1 ? 0 : index * every / 4 % every;
    for (int i = first; i < points.size(); i += every) {
      marker(layout.px(points.get(i).x()), layout.py(points.get(i).y()));
    }
  }

  /** Solid for what was measured, hollow for a reference. */
  private void marker(double x, double y) {
    Glyph glyph = Palette.glyph(index);
    boolean hollow = series.style() == Series.Style.DASHED || !glyph.closed();
    String inside = hollow ? "hollow" : "f" + slot();
    svg.path(glyph.path(x, y, MARKER), "glyph " + inside + " s" + slot());
  }

  /** Draws neighbouring points with equal coordinates once, which keeps long runs small. */
  private String path(Outline outline) {
    var data = new StringBuilder();
    String last = "";
    for (Outline.Spot spot : outline.spots()) {
      String here = xy(layout.px(spot.x()), layout.py(spot.y()));
      if (!here.equals(last)) {
        data.append(data.isEmpty() ? 'M' : 'L').append(here);
      }
      last = here;
    }
    return data.toString();
  }

  private static String xy(double x, double y) {
    return Numbers.coordinate(x) + " " + Numbers.coordinate(y);
  }
}
