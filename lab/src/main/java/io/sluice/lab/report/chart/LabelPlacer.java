package io.sluice.lab.report.chart;

import io.sluice.lab.report.svg.Box;
import io.sluice.lab.report.svg.TextWidth;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** Finds each label a place where it hides neither data nor another label, if there is one. */
public final class LabelPlacer {
  /** A mark at (x, y), and where its label goes. */
  record Placed(Mark mark, double x, double y, Box box) {
    /** Where a line from the mark meets its label. */
    double nearX() {
      return Math.clamp(x, box.x() - 1, box.right() + 1);
    }

    double nearY() {
      return Math.clamp(y, box.y() + 1, box.bottom() - 1);
    }

    /** Unless the two touch, a line must say which label belongs to which mark. */
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

  private record Obstacle(double x, double y) {}

  /** What a place costs for each better one before it. */
  private static final double LATER = 0.1;

  private final Box bounds;
  private final List<Box> taken = new ArrayList<>();
  private final List<Obstacle> obstacles = new ArrayList<>();

  public LabelPlacer(Box bounds) {
    this.bounds = bounds;
  }

  /** Places the labels of a chart's marks clear of its curves and of each other. */
  static List<Placed> ofMarks(
      Chart chart, Box plot, DoubleUnaryOperator px, DoubleUnaryOperator py) {
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
      all.add(new Placed(mark, x, y, placer.place(around(x, y, width, 13, 9))));
    }
    return all;
  }

  /** A spot that labels should leave visible. */
  public void avoid(double x, double y) {
    obstacles.add(new Obstacle(x, y));
  }

  /** Every few pixels of a line is a spot to avoid. */
  public void avoidLine(double x1, double y1, double x2, double y2) {
    int steps = (int) Math.max(1, Math.hypot(x2 - x1, y2 - y1) / 5);
    for (int i = 0; i <= steps; i++) {
      avoid(x1 + (x2 - x1) * i / steps, y1 + (y2 - y1) * i / steps);
    }
  }

  /** An area that no label may cover. */
  public void avoid(Box area) {
    taken.add(area);
  }

  /** The best of the places offered, the earlier ones preferred; it is taken from then on. */
  public Box place(List<Box> candidates) {
    Box best = candidates.getFirst();
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < candidates.size(); i++) {
      double harm = harm(candidates.get(i)) + i * LATER;
      if (harm < least) {
        least = harm;
        best = candidates.get(i);
      }
    }
    taken.add(best);
    return best;
  }

  /** The places around a point for a text of that size, the right-hand side first. */
  private static List<Box> around(double x, double y, double width, double height, double gap) {
    List<Box> places = new ArrayList<>();
    for (double distance : new double[] {gap, gap * 2, gap * 3}) {
      double east = x + distance;
      double west = x - distance - width;
      double north = y - distance - height;
      double south = y + distance;
      places.add(new Box(east, y - height / 2, width, height));
      places.add(new Box(west, y - height / 2, width, height));
      places.add(new Box(x - width / 2, north, width, height));
      places.add(new Box(x - width / 2, south, width, height));
      places.add(new Box(east, north + height / 2, width, height));
      places.add(new Box(west, north + height / 2, width, height));
      places.add(new Box(east, south - height / 2, width, height));
      places.add(new Box(west, south - height / 2, width, height));
    }
    return places;
  }

  private double harm(Box box) {
    double harm = bounds.encloses(box) ? 0 : 1000;
    for (Box other : taken) {
      harm += box.overlap(other);
    }
    for (Obstacle spot : obstacles) {
      harm += box.contains(spot.x(), spot.y()) ? 4 : 0;
    }
    return harm;
  }
}
