package io.sluice.lab.report.chart;

import io.sluice.lab.report.svg.Box;
import io.sluice.lab.report.svg.Numbers;
import io.sluice.lab.report.svg.TextWidth;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The positions of the parts of a chart. The legend is to the right of the plot, or below it when
 * its names are long or many; it never covers data.
 */
record ChartLayout(
    Box page, List<String> title, Box plot, Scale x, Scale y, Box legend, List<Entry> entries) {

  /** A line of the legend: its sample starts at (x, y), the text follows. */
  record Entry(String name, double x, double y) {}

  static final double TITLE_SIZE = 15;
  static final double TEXT_SIZE = 12;

  /** Bold letters are wider than those that {@link TextWidth} measures. */
  private static final double BOLD = 1.15;

  /** Room for the line sample in front of a legend text. */
  static final double SAMPLE = 34;

  private static final double WIDTH = 760;
  private static final double PLOT_HEIGHT = 320;
  private static final double MARGIN = 16;
  private static final double TITLE_LINE = 20;
  private static final double LEGEND_LINE = 20;
  private static final double WIDEST_SIDE_LEGEND = 190;

  static ChartLayout of(Chart chart) {
    Scale y = yScale(chart);
    List<String> title = TextWidth.wrap(chart.title(), TITLE_SIZE * BOLD, WIDTH - 2 * MARGIN);
    double top = MARGIN + title.size() * TITLE_LINE + 8;
    double left = MARGIN + 22 + widestLabel(y) + 10;
    List<String> names = legendNames(chart);
    double column = names.stream().mapToDouble(ChartLayout::entryWidth).max().orElse(0);
    boolean aside = column <= WIDEST_SIDE_LEGEND && names.size() * LEGEND_LINE <= PLOT_HEIGHT;
    double right = aside ? MARGIN + column + 14 : MARGIN + 14;
    Box plot = new Box(left, top, WIDTH - left - right, PLOT_HEIGHT);
    Scale x = xScale(chart, plot.width());
    double bottom = plot.bottom() + 50;
    if (aside) {
      Box legend = new Box(plot.right() + 14, top, column, names.size() * LEGEND_LINE);
      Box page = new Box(0, 0, WIDTH, bottom + 6);
      return new ChartLayout(page, title, plot, x, y, legend, stacked(names, legend));
    }
    List<Entry> entries = flowing(names, new Box(left, bottom + 8, plot.width(), 0), column);
    double lowest = entries.stream().mapToDouble(Entry::y).max().orElse(bottom);
    Box legend = new Box(left, bottom + 8, plot.width(), lowest + LEGEND_LINE / 2 - bottom - 8);
    Box page = new Box(0, 0, WIDTH, legend.bottom() + MARGIN);
    return new ChartLayout(page, title, plot, x, y, legend, entries);
  }

  double px(double value) {
    return plot.x() + plot.width() * x.at(value);
  }

  double py(double value) {
    return plot.bottom() - plot.height() * y.at(value);
  }

  private static List<String> legendNames(Chart chart) {
    Stream<String> marks = chart.marks().isEmpty() ? Stream.of() : Stream.of(chart.marksName());
    return Stream.concat(chart.series().stream().map(Series::name), marks).toList();
  }

  private static double entryWidth(String name) {
    return SAMPLE + TextWidth.of(name, TEXT_SIZE);
  }

  private static List<Entry> stacked(List<String> names, Box legend) {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      entries.add(new Entry(names.get(i), legend.x(), legend.y() + (i + 0.5) * LEGEND_LINE));
    }
    return entries;
  }

  /** Columns of one width, as many as fit, filled row by row. */
  private static List<Entry> flowing(List<String> names, Box area, double column) {
    int columns = (int) Math.clamp(Math.floor(area.width() / (column + 16)), 1, names.size());
    double step = area.width() / columns;
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      double x = area.x() + i % columns * Math.min(step, column + 28);
      int row = i / columns;
      entries.add(new Entry(names.get(i), x, area.y() + (row + 0.5) * LEGEND_LINE));
    }
    return entries;
  }

  private static double widestLabel(Scale scale) {
    return scale.ticks().stream()
        .mapToDouble(tick -> TextWidth.of(tick.label(), TEXT_SIZE))
        .max()
        .orElse(0);
  }

  private static Scale xScale(Chart chart, double width) {
    double[] values =
        DoubleStream.concat(points(chart, Point::x), chart.marks().stream().mapToDouble(Mark::x))
            .toArray();
    double least = DoubleStream.of(values).min().orElse(0);
    double greatest = DoubleStream.of(values).max().orElse(1);
    // The longest label is near one of the ends; tick steps can add a decimal or two.
    double label =
        Math.max(
            TextWidth.of(Numbers.measured(least), TEXT_SIZE),
            TextWidth.of(Numbers.measured(greatest), TEXT_SIZE));
    int labels = (int) Math.clamp(width / (label + 32), 3, 11);
    return Scale.tight(chart.x(), least, greatest, labels);
  }

  private static Scale yScale(Chart chart) {
    DoubleStream spread =
        DoubleStream.concat(points(chart, Point::low), points(chart, Point::high));
    DoubleStream marks = chart.marks().stream().mapToDouble(Mark::y);
    // The foot of a filled area is zero, so zero has to be on the axis.
    boolean filled = chart.series().stream().anyMatch(Series::filled);
    DoubleStream zero = filled && !chart.y().logarithmic() ? DoubleStream.of(0) : DoubleStream.of();
    double[] values =
        Stream.of(spread, points(chart, Point::y), marks, zero)
            .flatMapToDouble(s -> s)
            // A spread may reach zero where the value does not; there the band ends at the edge.
            .filter(value -> value > 0 || !chart.y().logarithmic())
            .toArray();
    double least = DoubleStream.of(values).min().orElse(0);
    double greatest = DoubleStream.of(values).max().orElse(1);
    return Scale.rounded(chart.y(), least, greatest, 7);
  }

  private static DoubleStream points(Chart chart, ToDoubleFunction<Point> value) {
    return chart.series().stream().flatMap(s -> s.points().stream()).mapToDouble(value);
  }
}
