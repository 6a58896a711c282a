package io.sluice.lab.report.svg;

/** A rectangle of a drawing; y grows downwards. */
public record Box(double x, double y, double width, double height) {
  public double right() {
    return x + width;
  }

  public double bottom() {
    return y + height;
  }

  public boolean contains(double px, double py) {
    return px >= x && px <= right() && py >= y && py <= bottom();
  }

  public double overlap(Box other) {
    double w = Math.min(right(), other.right()) - Math.max(x, other.x);
    double h = Math.min(bottom(), other.bottom()) - Math.max(y, other.y);
    return w > 0 && h > 0 ? w * h : 0;
  }

  public boolean encloses(Box other) {
    return other.x >= x && other.y >= y && other.right() <= right() && other.bottom() <= bottom();
  }
}
