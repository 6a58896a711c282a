package io.sluice.lab.report.chart;

import io.sluice.lab.report.svg.Box;
import io.sluice.lab.report.svg.LabelPlacer;
import io.sluice.lab.report.svg.TextWidth;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** Places the labels of a chart's marks. */
final class MarkLabels {

  /** A mark at (x, y), and where its label goes. */
  record Placed(Mark mark, double x, double y, Box box) {
    /** Where a line from the mark meets its label. */
    double nearX() {
      return Math.clamp(x, box.x() - 1, box.right() + 1);
    }

    double nearY() {
      return Math.clamp(y, box.y() + 1, box.bottom() - 1);
    }

    /** Whether a line is needed to show which mark the label belongs to. */
    boolean needsLeader() {
      return Math.hypot(nearX() - x, nearY() - y) > 12;
    }

    /** Where the line starts: at the edge of the ring around the mark. */
    double fromX() {
      return x + (nearX() - x) * RING / Math.hypot(nearX() - x, nearY() - y);
    }

    double fromY() {
      return y + (nearY() - y) * RING / Math.hypot(nearX() - x, nearY() - y);
    }
  }

  /** The radius of the ring that marks a value. */
  static final double RING = 6.5;

  private MarkLabels() {}

  /** Places the labels of a chart's marks clear of its curves and of each other. */
  static List<Placed> place(Chart chart, Box plot, DoubleUnaryOperator px, DoubleUnaryOperator py) {
    var placer = new LabelPlacer(plot);
    for (Series one : chart.series()) {
      List<Point> points = one.points();
      for (int i = 1; i < points.size(); i++) {
        placer.avoidLine(
            px.applyAsDouble(points.get(i - 1).x()),
            py.applyAsDouble(points.get(i - 1).y()),
            px.applyAsDouble(points.get(i).x()),
            py.applyAsDouble(points.get(i).y()));
      }
    }
    List<Placed> all = new ArrayList<>();
    for (Mark mark : chart.marks()) {
      double x = px.applyAsDouble(mark.x());
      double y = py.applyAsDouble(mark.y());
      placer.avoid(new Box(x - 6, y - 6, 12, 12));
    }
    for (Mark mark : chart.marks()) {
      double width = TextWidth.of(mark.label(), 11);
      double x = px.applyAsDouble(mark.x());
      double y = py.applyAsDouble(mark.y());
      all.add(new Placed(mark, x, y, placer.place(LabelPlacer.around(x, y, width, 13, 9))));
    }
    return all;
  }
}
