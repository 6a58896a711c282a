package io.sluice.lab.report.chart;

import io.sluice.lab.report.svg.Box;
import io.sluice.lab.report.svg.Numbers;
import io.sluice.lab.report.svg.Svg;
import io.sluice.lab.report.svg.TextWidth;
import java.util.ArrayList;
import java.util.List;

/** Small multiples as SVG: one legend, labels of axes only at the left and below. */
public final class SvgPanels {

  private static final double MARGIN = 16;
  private static final double TITLE_LINE = 20;
  private static final double KEY_LINE = 20;
  private static final double PANEL_TITLE = 24;
  private static final double GAP = 18;
  private static final double TICK_LABELS = 26;

  private final Panels panels;
  private final Svg svg;
  private final List<String> title;
  private final List<ChartLayout> layouts;
  private final int columns;

  private SvgPanels(Panels panels, String id, double width, int columns, double height) {
    this.panels = panels;
    this.columns = columns;
    Chart merged = panels.merged();
    title = TextWidth.wrap(panels.title(), ChartLayout.TITLE_SIZE * 1.15, width - 2 * MARGIN);
    Scale y = ChartLayout.yScale(merged, 6);
    double left = MARGIN + 22 + ChartLayout.widestLabel(y) + 8;
    double plotWidth = (width - left - MARGIN - (columns - 1) * GAP) / columns;
    Scale x = ChartLayout.xScale(merged, plotWidth);
    List<ChartLayout.Entry> key = key(width);
    double top = key.getLast().y() + KEY_LINE / 2 + 4;
    int rows = Math.ceilDiv(panels.charts().size(), columns);
    double row = PANEL_TITLE + height + 10;
    Box page = new Box(0, 0, width, top + rows * row + TICK_LABELS + 24);
    layouts = new ArrayList<>();
    for (int i = 0; i < panels.charts().size(); i++) {
      int column = i % columns;
      int line = i / columns;
      double px = left + column * (plotWidth + GAP);
      double py = top + line * row + PANEL_TITLE;
      Box plot = new Box(px, py, plotWidth, height);
      layouts.add(new ChartLayout(page, title, plot, x, y, plot, key, false, false));
    }
    svg = Svg.picture(id, page.width(), page.height(), panels.title(), panels.description());
  }

  /** Two columns, for a screen or a printed page. */
  public static String render(Panels panels) {
    return new SvgPanels(panels, panels.name(), 760, 2, 110).draw();
  }

  /** One column, for a page as wide as a telephone. */
  public static String renderNarrow(Panels panels) {
    return new SvgPanels(panels, panels.name() + "-narrow", 360, 1, 90).draw();
  }

  private List<ChartLayout.Entry> key(double width) {
    List<Series> series = panels.charts().getFirst().series();
    double column =
        series.stream()
            .mapToDouble(one -> TextWidth.of(one.name(), ChartLayout.TEXT_SIZE))
            .max()
            .orElse(0);
    double step = ChartLayout.SAMPLE + column + 18;
    int most = (int) Math.clamp((width - 2 * MARGIN) / step, 1, series.size());
    // As many in each row, rather than a single one in the last.
    int beside = Math.ceilDiv(series.size(), Math.ceilDiv(series.size(), most));
    double top = MARGIN + title.size() * TITLE_LINE + 4;
    var entries = new ArrayList<ChartLayout.Entry>();
    for (int i = 0; i < series.size(); i++) {
      int row = i / beside;
      double y = top + (row + 0.5) * KEY_LINE;
      entries.add(new ChartLayout.Entry(series.get(i).name(), i, MARGIN + i % beside * step, y));
    }
    return entries;
  }

  private String draw() {
    for (int i = 0; i < title.size(); i++) {
      svg.text(MARGIN, 30 + i * TITLE_LINE, "title", title.get(i));
    }
    var first = panels.charts().getFirst();
    List<ChartLayout.Entry> key = layouts.getFirst().entries();
    for (int i = 0; i < key.size(); i++) {
      var entry = key.get(i);
      new SvgSeries(svg, layouts.getFirst(), first, first.series().get(i))
          .drawSample(entry.x(), entry.y());
      svg.text(entry.x() + ChartLayout.SAMPLE, entry.y() + 4, "legend", entry.name());
    }
    for (int i = 0; i < layouts.size(); i++) {
      panel(i);
    }
    axisTitles(first);
    return svg.finish();
  }

  private void panel(int index) {
    var chart = panels.charts().get(index);
    var layout = layouts.get(index);
    Box plot = layout.plot();
    svg.text(plot.x(), plot.y() - 8, "bold", chart.title());
    for (Scale.Tick tick : layout.y().ticks()) {
      if (tick.major()) {
        double y = layout.py(tick.value());
        svg.segment(plot.x(), y, plot.right(), y, "grid");
        if (index % columns == 0) {
          svg.text(plot.x() - 8, y + 4, "end", tick.label());
        }
      }
    }
    boolean zero = !layout.y().logarithmic() && layout.y().low() < 0 && layout.y().high() > 0;
    double axis = zero ? layout.py(0) : plot.bottom();
    svg.segment(plot.x(), axis, plot.right(), axis, "axis");
    chart.series().forEach(one -> new SvgSeries(svg, layout, chart, one).draw());
    boolean lowest = index + columns >= layouts.size();
    if (lowest) {
      ticks(layout);
    }
  }

  private void ticks(ChartLayout layout) {
    Box plot = layout.plot();
    for (Scale.Tick tick : layout.x().ticks()) {
      if (tick.major()) {
        double x = layout.px(tick.value());
        svg.segment(x, plot.bottom(), x, plot.bottom() + 5, "axis");
        svg.text(x, plot.bottom() + 19, "mid", tick.label());
      }
    }
  }

  private void axisTitles(Chart first) {
    Box top = layouts.getFirst().plot();
    Box last = layouts.getLast().plot();
    String middle = Numbers.coordinate((top.y() + last.bottom()) / 2);
    svg.leaf(
        "text",
        first.y().label(),
        "class",
        "mid",
        "transform",
        "translate(27 " + middle + ") rotate(-90)");
    double centre = (top.x() + layouts.get(columns - 1).plot().right()) / 2;
    svg.text(centre, last.bottom() + 40, "mid", first.x().label());
  }
}
