package io.sluice.lab.report.svg;

import java.util.ArrayList;
import java.util.List;

/** Places labels so that they cover neither data nor each other, where that is possible. */
public final class LabelPlacer {
  private record Obstacle(double x, double y) {}

  /** The penalty of a candidate for each candidate before it. */
  private static final double LATER = 0.1;

  private final Box bounds;
  private final List<Box> taken = new ArrayList<>();
  private final List<Obstacle> obstacles = new ArrayList<>();

  public LabelPlacer(Box bounds) {
    this.bounds = bounds;
  }

  /** Marks a point that labels should leave visible. */
  public void avoid(double x, double y) {
    obstacles.add(new Obstacle(x, y));
  }

  /** Marks a line that labels should leave visible. */
  public void avoidLine(double x1, double y1, double x2, double y2) {
    int steps = (int) Math.max(1, Math.hypot(x2 - x1, y2 - y1) / 5);
    for (int i = 0; i <= steps; i++) {
      avoid(x1 + (x2 - x1) * i / steps, y1 + (y2 - y1) * i / steps);
    }
  }

  /** Marks an area that labels should not overlap. */
  public void avoid(Box area) {
    taken.add(area);
  }

  /** Takes the best of the candidates; of equally good ones, the first. */
  public Box place(List<Box> candidates) {
    Box best = candidates.getFirst();
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < candidates.size(); i++) {
      double penalty = penalty(candidates.get(i)) + i * LATER;
      if (penalty < least) {
        least = penalty;
        best = candidates.get(i);
      }
    }
    taken.add(best);
    return best;
  }

  /** Candidates around a point for a text of that size, the right-hand side first. */
  public static List<Box> around(double x, double y, double width, double height, double gap) {
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

  private double penalty(Box box) {
    double penalty = bounds.encloses(box) ? 0 : 1000;
    for (Box other : taken) {
      penalty += box.overlap(other);
    }
    for (Obstacle point : obstacles) {
      penalty += box.contains(point.x(), point.y()) ? 4 : 0;
    }
    return penalty;
  }
}
