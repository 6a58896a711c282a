package io.sluice.lab.report.chart;

import io.sluice.lab.report.svg.Box;
import io.sluice.lab.report.svg.Numbers;
import io.sluice.lab.report.svg.Palette;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * A chart as PNG, for documents that cannot contain SVG. It shares ranges, colours and markers with
 * {@link SvgChart}; ticks and text are XChart's. Needs no display.
 */
public final class PngChart {
  /** Pixels per unit: sharp on today's screens and in print. */
  private static final int DENSITY = 2;

  private static final Color INK = Color.decode("#22272e");
  private static final Color GRID = Color.decode("#e3e6ea");
  private static final Color NOTHING = new Color(0, 0, 0, 0);

  private final Chart chart;
  private final ChartLayout layout;
  private final XYChart drawing;

  private PngChart(Chart chart) {
    this.chart = chart;
    this.layout = ChartLayout.of(chart);
    this.drawing =
        new XYChartBuilder()
            .width((int) layout.page().width())
            .height((int) layout.page().height())
            .xAxisTitle(chart.x().label())
            .yAxisTitle(chart.y().label())
            .build();
  }

  /** Draws the chart, or returns one sentence that says why this machine cannot. */
  public static Png render(Chart chart) {
    Optional<String> problem = Fonts.problem();
    if (problem.isPresent()) {
      return new Png.Unavailable(problem.get());
    }
    var png = new PngChart(chart);
    png.style();
    png.areas();
    png.curves();
    png.marks();
    return new Png.Image(png.encode());
  }

  private void style() {
    XYStyler styler = drawing.getStyler();
    styler.setChartBackgroundColor(Color.WHITE).setChartFontColor(INK).setChartPadding(14);
    styler.setPlotBackgroundColor(Color.WHITE).setPlotBorderVisible(false);
    styler.setLegendBorderColor(Color.WHITE).setLocale(Locale.ROOT).setMarkerSize(8);
    styler.setLegendFont(font(Font.PLAIN, 12));
    styler.setAxisTitleFont(font(Font.PLAIN, 12)).setAxisTickLabelsFont(font(Font.PLAIN, 12));
    styler.setPlotGridLinesColor(GRID).setPlotGridLinesStroke(new BasicStroke(1));
    styler.setPlotGridVerticalLinesVisible(false).setPlotMargin(0).setAxisTicksLineVisible(false);
    styler
        .setXAxisLogarithmic(chart.x().logarithmic())
        .setYAxisLogarithmic(chart.y().logarithmic());
    styler.setXAxisLogarithmicDecadeOnly(decadesOnly(layout.x()));
    styler.setYAxisLogarithmicDecadeOnly(decadesOnly(layout.y()));
    styler.setXAxisMin(layout.x().low()).setXAxisMax(layout.x().high());
    styler.setYAxisMin(layout.y().low()).setYAxisMax(layout.y().high());
    styler.setXAxisTickLabelsFormattingFunction(value -> tickLabel(chart.x(), layout.x(), value));
    styler.setYAxisTickLabelsFormattingFunction(value -> tickLabel(chart.y(), layout.y(), value));
    styler.setPlotContentSize(0.97).setChartTitleVisible(false);
    styler.setLegendPosition(
        legendBelow() ? Styler.LegendPosition.OutsideS : Styler.LegendPosition.OutsideE);
    styler.setLegendLayout(Styler.LegendLayout.Vertical);
  }

  /** Draws areas first, so that they cover no curve. */
  private void areas() {
    for (Series one : chart.series()) {
      if (one.filled()) {
        area(one, Outline.fill(one, layout.y()), "fill");
      }
      if (one.hasSpread() && one.spread() == Series.Spread.BAND) {
        area(one, Outline.band(one, layout.y()), "band");
      }
    }
  }

  private void area(Series one, Outline outline, String what) {
    Color colour = colour(one.hue());
    XYSeries area = add(one, outline, what);
    area.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
    area.setFillColor(new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), 46));
    area.setLineColor(NOTHING);
    area.setMarker(SeriesMarkers.NONE).setShowInLegend(false);
  }

  private void curves() {
    for (Series one : chart.series()) {
      if (one.hasSpread() && one.spread() == Series.Spread.WHISKERS) {
        XYSeries whiskers = add(one, Outline.whiskers(one, layout.y()), "whiskers");
        whiskers.setLineStyle(new BasicStroke(1.2f)).setLineColor(colour(one.hue()));
        whiskers.setMarker(SeriesMarkers.NONE).setShowInLegend(false);
      }
      curve(one);
    }
  }

  private void curve(Series one) {
    boolean step = one.style() == Series.Style.STEP;
    boolean crowded = one.points().size() > SvgSeries.ALL_MARKED;
    boolean joined = one.style() != Series.Style.POINTS;
    XYSeries curve = add(one, Outline.curve(one), "curve");
    curve.setLabel(one.name());
    curve.setXYSeriesRenderStyle(joined ? XYSeriesRenderStyle.Line : XYSeriesRenderStyle.Scatter);
    curve.setLineStyle(stroke(one)).setLineColor(colour(one.hue()));
    curve.setMarkerColor(colour(one.hue()));
    curve.setMarker(joined && (step || crowded) ? SeriesMarkers.NONE : marker(one.hue()));
  }

  /** XChart wants unique names; a series has up to three parts and names may repeat. */
  private XYSeries add(Series one, Outline outline, String part) {
    String key = chart.series().indexOf(one) + " " + part;
    return drawing.addSeries(key, outline.xs(), outline.ys());
  }

  private void marks() {
    if (chart.marks().isEmpty()) {
      return;
    }
    double[] xs = chart.marks().stream().mapToDouble(Mark::x).toArray();
    double[] ys = chart.marks().stream().mapToDouble(Mark::y).toArray();
    XYSeries rings = drawing.addSeries("marks", xs, ys);
    rings.setLabel(chart.marksName());
    rings.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
    rings.setMarker(new RingMarker()).setMarkerColor(INK);
  }

  private byte[] encode() {
    int width = (int) layout.page().width();
    int titleHeight = 16 + layout.title().size() * 20;
    int height = (int) layout.page().height() + extraLegendHeight();
    var image = new BufferedImage(width * DENSITY, height * DENSITY, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.scale(DENSITY, DENSITY);
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, width, height);
    title(graphics);
    graphics.translate(0, titleHeight);
    drawing.paint(graphics, width, height - titleHeight);
    labels(graphics);
    graphics.dispose();
    var bytes = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("a PNG could not be encoded in memory", e);
    }
    return bytes.toByteArray();
  }

  /** XChart cuts a long title off, so the wrapped lines are written here. */
  private void title(Graphics2D graphics) {
    graphics.setColor(INK);
    graphics.setFont(font(Font.BOLD, 15));
    for (int i = 0; i < layout.title().size(); i++) {
      graphics.drawString(layout.title().get(i), 16, 28 + i * 20);
    }
  }

  /** A legend below has one column here where the SVG has several. */
  private int extraLegendHeight() {
    return legendBelow() ? layout.entries().size() * 20 - (int) layout.legend().height() : 0;
  }

  /** Where the SVG names lines at their ends, the legend here is beside the plot. */
  private boolean legendBelow() {
    return !layout.direct();
  }

  /** XChart's own annotations would lie on top of each other. */
  private void labels(Graphics2D graphics) {
    double left = screenX(layout.x().low());
    double top = screenY(layout.y().high());
    var plot =
        new Box(left, top, screenX(layout.x().high()) - left, screenY(layout.y().low()) - top);
    graphics.setFont(font(Font.PLAIN, 11));
    if (chart.x().isNamed()) {
      names(graphics, (float) plot.bottom());
    }
    for (MarkLabels.Placed placed : MarkLabels.place(chart, plot, this::screenX, this::screenY)) {
      Mark mark = placed.mark();
      graphics.setColor(chart.hueIndex(mark.hue()) < 0 ? INK : colour(mark.hue()));
      if (placed.needsLeader()) {
        graphics.setStroke(new BasicStroke(1));
        graphics.draw(
            new Line2D.Double(placed.fromX(), placed.fromY(), placed.nearX(), placed.nearY()));
      }
      float x = (float) placed.box().x();
      graphics.drawString(mark.label(), x, (float) placed.box().bottom() - 3);
    }
  }

  /** XChart chooses the places of ticks itself, and names have theirs. */
  private void names(Graphics2D graphics, float axis) {
    graphics.setColor(INK);
    for (Scale.Tick tick : layout.x().ticks()) {
      double half = graphics.getFontMetrics().stringWidth(tick.label()) / 2.0;
      graphics.drawString(tick.label(), (float) (screenX(tick.value()) - half), axis + 17);
    }
  }

  private double screenX(double value) {
    return drawing.getScreenXFromChart(value);
  }

  private double screenY(double value) {
    return drawing.getScreenYFromChart(value);
  }

  private static boolean decadesOnly(Scale scale) {
    return scale.high() / scale.low() >= 100;
  }

  private static String tickLabel(Axis axis, Scale scale, double value) {
    if (axis.isNamed()) {
      return "";
    }
    if (scale.logarithmic() && scale.ticks().stream().noneMatch(tick -> tick.labels(value))) {
      return "";
    }
    if (axis.mirrored() && value < 0) {
      // XChart drops all labels if two are equal, so the mirrored ones differ by an invisible sign.
      return Numbers.label(-value, 6) + "\u200b";
    }
    return Numbers.label(value, 6);
  }

  private static Font font(int weight, int size) {
    return new Font(Font.SANS_SERIF, weight, size);
  }

  private Color colour(String hue) {
    int slot = Palette.slot(chart.hueIndex(hue));
    return Color.decode(Palette.colours().get(slot).light());
  }

  private BasicStroke stroke(Series one) {
    String dash = Dashes.of(chart, one);
    if (dash.isEmpty()) {
      return new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND);
    }
    List<Float> parts = List.of(dash.split(" ")).stream().map(Float::valueOf).toList();
    float[] pattern = new float[parts.size()];
    for (int i = 0; i < pattern.length; i++) {
      pattern[i] = parts.get(i);
    }
    return new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, pattern, 0);
  }

  private Marker marker(String hue) {
    return switch (Palette.glyph(chart.hueIndex(hue))) {
      case CIRCLE -> SeriesMarkers.CIRCLE;
      case SQUARE -> SeriesMarkers.SQUARE;
      case TRIANGLE -> SeriesMarkers.TRIANGLE_UP;
      case DIAMOND -> SeriesMarkers.DIAMOND;
      case TRIANGLE_DOWN -> SeriesMarkers.TRIANGLE_DOWN;
      case CROSS -> SeriesMarkers.CROSS;
      case PLUS -> SeriesMarkers.PLUS;
    };
  }
}
