package io.sluice.lab.report.chart;

import io.sluice.lab.report.svg.Box;
import io.sluice.lab.report.svg.Numbers;
import io.sluice.lab.report.svg.TextWidth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The positions of the parts of a chart. Lines are named at their ends, to the right of the plot;
 * where that is not possible, a legend below the plot has the names. Neither covers data.
 *
 * @param entries the legend: all series and the marks if lines are not named at their ends, the
 *     marks alone otherwise
 * @param direct whether lines are named at their ends
 * @param upright whether the names of the horizontal axis are written upwards
 */
record ChartLayout(
    Box page,
    List<String> title,
    Box plot,
    Scale x,
    Scale y,
    Box legend,
    List<Entry> entries,
    boolean direct,
    boolean upright) {

  /**
   * A line of the legend: its sample starts at (x, y), the text follows.
   *
   * @param series the number of the series, or {@link #MARKS}
   */
  record Entry(String name, int series, double x, double y) {}

  static final int MARKS = -1;

  /** For which page a chart is drawn. */
  enum Format {
    /** A screen or a printed page. */
    WIDE(760, 320),
    /** A telephone. */
    NARROW(360, 240);

    private final double width;
    private final double plotHeight;

    Format(double width, double plotHeight) {
      this.width = width;
      this.plotHeight = plotHeight;
    }
  }

  static final double TITLE_SIZE = 15;
  static final double TEXT_SIZE = 12;

  /** Room for the line sample in front of a legend text. */
  static final double SAMPLE = 34;

  /** Bold letters are wider than those that {@link TextWidth} measures. */
  private static final double BOLD = 1.15;

  private static final double MARGIN = 16;
  private static final double TITLE_LINE = 20;
  private static final double LEGEND_LINE = 20;

  /** Up to this many series, a legend keeps their own order. */
  private static final int FEW = 6;

  static ChartLayout of(Chart chart) {
    return of(chart, Format.WIDE);
  }

  static ChartLayout of(Chart chart, Format format) {
    Scale y = yScale(chart, 7);
    List<String> title =
        TextWidth.wrap(chart.title(), TITLE_SIZE * BOLD, format.width - 2 * MARGIN);
    double top = MARGIN + title.size() * TITLE_LINE + 8;
    double left = MARGIN + 22 + widestLabel(y) + 10;
    boolean direct =
        format == Format.WIDE
            && EndLabels.suit(chart)
            && EndLabels.height(chart) <= format.plotHeight;
    double right = MARGIN + (direct ? EndLabels.OFFSET + EndLabels.width(chart) : 14);
    Box plot = new Box(left, top, format.width - left - right, format.plotHeight);
    boolean upright = isUpright(chart.x(), plot.width());
    double bottom = plot.bottom() + 50 + (upright ? widestName(chart.x()) - TEXT_SIZE : 0);
    List<Entry> listed = listed(chart, direct);
    double column = listed.stream().mapToDouble(ChartLayout::width).max().orElse(0);
    double legendLeft = format == Format.WIDE ? left : MARGIN;
    double legendWidth = format.width - legendLeft - MARGIN;
    List<Entry> entries = flowing(listed, new Box(legendLeft, bottom + 8, legendWidth, 0), column);
    double lowest = entries.stream().mapToDouble(Entry::y).max().orElse(bottom - 12);
    Box legend = new Box(legendLeft, bottom + 8, legendWidth, lowest + 10 - bottom - 8);
    double end = listed.isEmpty() ? bottom : legend.bottom() + MARGIN / 2;
    Box page = new Box(0, 0, format.width, end + 6);
    Scale x = xScale(chart, plot.width());
    return new ChartLayout(page, title, plot, x, y, legend, entries, direct, upright);
  }

  double px(double value) {
    return plot.x() + plot.width() * x.at(value);
  }

  double py(double value) {
    return plot.bottom() - plot.height() * y.at(value);
  }

  /** What the legend lists; many lines in the order of their right ends. */
  private static List<Entry> listed(Chart chart, boolean direct) {
    List<Entry> listed = new ArrayList<>();
    if (!direct) {
      for (int i = 0; i < chart.series().size(); i++) {
        listed.add(new Entry(chart.series().get(i).name(), i, 0, 0));
      }
    }
    if (EndLabels.suit(chart) && listed.size() > FEW) {
      listed.sort(Comparator.comparingDouble(entry -> -end(chart.series().get(entry.series))));
    }
    if (!chart.marks().isEmpty()) {
      listed.add(new Entry(chart.marksName(), MARKS, 0, 0));
    }
    return listed;
  }

  private static double end(Series one) {
    return one.points().getLast().y();
  }

  private static double width(Entry entry) {
    return SAMPLE + TextWidth.of(entry.name, TEXT_SIZE);
  }

  /** Columns of one width, as many as fit, filled row by row. */
  private static List<Entry> flowing(List<Entry> listed, Box area, double column) {
    if (listed.isEmpty()) {
      return List.of();
    }
    int columns = (int) Math.clamp(Math.floor(area.width() / (column + 16)), 1, listed.size());
    double step = area.width() / columns;
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < listed.size(); i++) {
      Entry entry = listed.get(i);
      double x = area.x() + i % columns * Math.min(step, column + 28);
      int row = i / columns;
      double y = area.y() + (row + 0.5) * LEGEND_LINE;
      entries.add(new Entry(entry.name, entry.series, x, y));
    }
    return entries;
  }

  /** Whether the names of an axis do not fit beside each other. */
  private static boolean isUpright(Axis axis, double width) {
    return axis.isNamed() && (widestName(axis) + 6) * axis.names().size() > width;
  }

  private static double widestName(Axis axis) {
    return axis.names().stream().mapToDouble(name -> TextWidth.of(name, TEXT_SIZE)).max().orElse(0);
  }

  static double widestLabel(Scale scale) {
    return scale.ticks().stream()
        .mapToDouble(tick -> TextWidth.of(tick.label(), TEXT_SIZE))
        .max()
        .orElse(0);
  }

  static Scale xScale(Chart chart, double width) {
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
    int labels = (int) Math.clamp(width / (label + 32), chart.x().logarithmic() ? 4 : 3, 11);
    return Scale.tight(chart.x(), least, greatest, labels);
  }

  static Scale yScale(Chart chart, int labels) {
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
    return Scale.rounded(chart.y(), least, greatest, labels);
  }

  private static DoubleStream points(Chart chart, ToDoubleFunction<Point> value) {
    return chart.series().stream().flatMap(s -> s.points().stream()).mapToDouble(value);
  }
}
