package io.sluice.lab.report.chart;

import io.sluice.lab.report.svg.Box;
import io.sluice.lab.report.svg.Glyph;
import io.sluice.lab.report.svg.Numbers;
import io.sluice.lab.report.svg.Palette;
import io.sluice.lab.report.svg.Svg;
import java.util.List;

/**
 * A chart as SVG: text stays text, the same chart gives the same bytes, and dark mode is supported.
 */
public final class SvgChart {
  private final Chart chart;
  private final ChartLayout layout;
  private final Svg svg;

  private SvgChart(Chart chart, ChartLayout layout, String id) {
    this.chart = chart;
    this.layout = layout;
    Box page = layout.page();
    this.svg = Svg.picture(id, page.width(), page.height(), chart.title(), spoken(chart));
  }

  /** Draws the chart as a complete SVG document that can also stand inline in HTML. */
  public static String render(Chart chart) {
    return render(chart, ChartLayout.Format.WIDE, chart.name());
  }

  /** The same for a page as wide as a telephone. */
  public static String renderNarrow(Chart chart) {
    return render(chart, ChartLayout.Format.NARROW, chart.name() + "-narrow");
  }

  private static String render(Chart chart, ChartLayout.Format format, String id) {
    var drawing = new SvgChart(chart, ChartLayout.of(chart, format), id);
    drawing.title();
    drawing.yAxis();
    drawing.xAxis();
    drawing.series();
    drawing.marks();
    drawing.endLabels();
    drawing.legend();
    return drawing.svg.finish();
  }

  /** What a screen reader says: the author's description, or the axes and the series. */
  private static String spoken(Chart chart) {
    if (!chart.description().isEmpty()) {
      return chart.description();
    }
    List<String> names = chart.series().stream().map(Series::name).toList();
    return "%s against %s for %s."
        .formatted(chart.y().label(), chart.x().label(), String.join(", ", names));
  }

  private void title() {
    for (int i = 0; i < layout.title().size(); i++) {
      svg.text(16, 30 + i * 20, "title", layout.title().get(i));
    }
  }

  private void yAxis() {
    Box plot = layout.plot();
    for (Scale.Tick tick : layout.y().ticks()) {
      double y = layout.py(tick.value());
      if (tick.major()) {
        svg.segment(plot.x(), y, plot.right(), y, "grid");
        svg.text(plot.x() - 8, y + 4, "end", tick.label());
      } else {
        svg.segment(plot.x() - 3, y, plot.x(), y, "axis");
      }
    }
    upwards(27, plot.y() + plot.height() / 2, "mid", chart.y().label());
    if (chart.y().logarithmic()) {
      svg.segment(plot.x(), plot.y(), plot.x(), plot.bottom(), "axis");
    }
  }

  private void xAxis() {
    Box plot = layout.plot();
    for (Scale.Tick tick : layout.x().ticks()) {
      double x = layout.px(tick.value());
      svg.segment(x, plot.bottom(), x, plot.bottom() + (tick.major() ? 5 : 3), "axis");
      if (tick.major() && layout.upright()) {
        upwards(x + 4, plot.bottom() + 10, "end", tick.label());
      } else if (tick.major()) {
        svg.text(x, plot.bottom() + 19, "mid", tick.label());
      }
    }
    svg.segment(plot.x(), plot.bottom(), plot.right(), plot.bottom(), "axis");
    boolean zeroInside = !layout.y().logarithmic() && layout.y().low() < 0 && layout.y().high() > 0;
    if (zeroInside) {
      svg.segment(plot.x(), layout.py(0), plot.right(), layout.py(0), "axis");
    }
    double names = layout.upright() ? layout.legend().y() - plot.bottom() - 58 : 0;
    svg.text(plot.x() + plot.width() / 2, plot.bottom() + 40 + names, "mid", chart.x().label());
  }

  private void upwards(double x, double y, String cssClass, String text) {
    String place = Numbers.coordinate(x) + " " + Numbers.coordinate(y);
    String turned = "translate(" + place + ") rotate(-90)";
    svg.leaf("text", text, "class", cssClass, "transform", turned);
  }

  private void series() {
    for (Series one : chart.series()) {
      new SvgSeries(svg, layout, chart, one).draw();
    }
  }

  private void marks() {
    for (Mark mark : chart.marks()) {
      markGlyph(layout.px(mark.x()), layout.py(mark.y()), mark.hue());
    }
    for (MarkLabels.Placed placed :
        MarkLabels.place(chart, layout.plot(), layout::px, layout::py)) {
      Box box = placed.box();
      int index = chart.hueIndex(placed.mark().hue());
      String slot = index < 0 ? "i" : "" + Palette.slot(index);
      if (placed.needsLeader()) {
        svg.segment(
            placed.fromX(), placed.fromY(), placed.nearX(), placed.nearY(), "thin s" + slot);
      }
      double middle = box.x() + box.width() / 2;
      svg.text(middle, box.bottom() - 3, "small mid halo f" + slot, placed.mark().label());
    }
  }

  private void markGlyph(double x, double y, String hue) {
    int index = chart.hueIndex(hue);
    String stroke = index < 0 ? "si" : "s" + Palette.slot(index);
    svg.path(Glyph.CIRCLE.path(x, y, MarkLabels.RING), "thin " + stroke);
    svg.path(Glyph.PLUS.path(x, y, 3), "thin " + stroke);
  }

  /** Names the lines at their ends. */
  private void endLabels() {
    if (!layout.direct()) {
      return;
    }
    double right = layout.plot().right();
    for (EndLabels.Label label : EndLabels.place(chart, layout)) {
      Series one = chart.series().get(label.series());
      String slot = "s" + Palette.slot(chart.hueIndex(one.hue()));
      double x = right + EndLabels.MARKER;
      svg.segment(label.fromX(), label.fromY(), right + 4, label.fromY(), "leader " + slot);
      svg.segment(right + 4, label.fromY(), x, label.middle(), "leader " + slot);
      new SvgSeries(svg, layout, chart, one).drawMarker(x, label.middle());
      for (int i = 0; i < label.lines().size(); i++) {
        double y = label.box().y() + i * EndLabels.LINE + 11.5;
        svg.text(label.box().x(), y, "name", label.lines().get(i));
      }
    }
  }

  private void legend() {
    for (ChartLayout.Entry entry : layout.entries()) {
      if (entry.series() != ChartLayout.MARKS) {
        Series one = chart.series().get(entry.series());
        new SvgSeries(svg, layout, chart, one).drawSample(entry.x(), entry.y());
      } else {
        markGlyph(entry.x() + (ChartLayout.SAMPLE - 8) / 2, entry.y(), "");
      }
      svg.text(entry.x() + ChartLayout.SAMPLE, entry.y() + 4, "legend", entry.name());
    }
  }
}
