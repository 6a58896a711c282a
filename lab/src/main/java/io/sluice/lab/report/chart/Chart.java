package io.sluice.lab.report.chart;

import io.sluice.lab.report.svg.Names;
import io.sluice.lab.report.svg.Palette;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * What a plot shows, as plain data. {@link SvgChart} and {@link PngChart} draw it.
 *
 * <pre>{@code
 * Chart chart =
 *     Chart.named("gme-traffic-nodes")
 *         .title("Messages for ten entries per node")
 *         .x(Axis.log("nodes"))
 *         .y(Axis.log("messages"))
 *         .add(Series.line("forks", List.of(Point.of(6, 310, 300, 322), Point.of(12, 1300))))
 *         .mark(12, 2065, "2,065", "2-FGME")
 *         .build();
 * }</pre>
 *
 * @param name file-safe; also the prefix of the identifiers inside the drawing
 * @param description one or two sentences for screen readers; may be empty
 * @param marksName what the legend calls the marks
 */
public record Chart(
    String name,
    String title,
    String description,
    Axis x,
    Axis y,
    List<Series> series,
    List<Mark> marks,
    String marksName) {

  public Chart {
    Names.requireFileSafe(name);
    Objects.requireNonNull(title);
    Objects.requireNonNull(description);
    Objects.requireNonNull(marksName);
    series = List.copyOf(series);
    marks = List.copyOf(marks);
    if (series.isEmpty()) {
      throw new IllegalArgumentException("the chart \"%s\" has no series".formatted(name));
    }
    requirePositive(x, series, marks, Point::x, Mark::x);
    requirePositive(y, series, marks, Point::y, Mark::y);
  }

  /** Starts a chart; the name becomes the name of its files. */
  public static Builder named(String name) {
    return new Builder(name);
  }

  /**
   * The index of a hue in the order in which series first use hues; -1 if none does. Where there
   * are more hues than colours, the order is that of the right ends of the lines, so that lines of
   * one colour end far apart.
   */
  int hueIndex(String hue) {
    List<String> hues = series.stream().map(Series::hue).distinct().toList();
    if (hues.size() > Palette.colours().size()) {
      hues = hues.stream().sorted(Comparator.comparingDouble(this::end).reversed()).toList();
    }
    return hues.indexOf(hue);
  }

  private double end(String hue) {
    return series.stream()
        .filter(one -> one.hue().equals(hue))
        .mapToDouble(one -> one.points().getLast().y())
        .findFirst()
        .orElse(0);
  }

  /** Rejects values that a logarithmic axis cannot show, rather than drop them silently. */
  private static void requirePositive(
      Axis axis,
      List<Series> series,
      List<Mark> marks,
      ToDoubleFunction<Point> ofPoint,
      ToDoubleFunction<Mark> ofMark) {
    DoubleStream ofSeries = series.stream().flatMap(s -> s.points().stream()).mapToDouble(ofPoint);
    DoubleStream all = DoubleStream.concat(ofSeries, marks.stream().mapToDouble(ofMark));
    if (axis.logarithmic() && all.anyMatch(value -> value <= 0)) {
      throw new IllegalArgumentException(
          "the logarithmic axis \"%s\" cannot show zero or less".formatted(axis.label()));
    }
  }

  /** Collects the parts of a chart. */
  public static final class Builder {
    private final String name;
    private final List<Series> series = new ArrayList<>();
    private final List<Mark> marks = new ArrayList<>();
    private String title = "";
    private String description = "";
    private String marksName = "printed in the paper";
    private Axis x = Axis.linear("");
    private Axis y = Axis.linear("");

    private Builder(String name) {
      this.name = name;
    }

    public Builder title(String text) {
      title = text;
      return this;
    }

    public Builder description(String text) {
      description = text;
      return this;
    }

    public Builder x(Axis axis) {
      x = axis;
      return this;
    }

    public Builder y(Axis axis) {
      y = axis;
      return this;
    }

    public Builder add(Series one) {
      series.add(one);
      return this;
    }

    /** Marks a value, in the colour of the series whose hue is given. */
    public Builder mark(double atX, double atY, String label, String hue) {
      marks.add(new Mark(atX, atY, label, hue));
      return this;
    }

    public Builder marksName(String text) {
      marksName = text;
      return this;
    }

    public Chart build() {
      return new Chart(name, title, description, x, y, series, marks, marksName);
    }
  }
}
