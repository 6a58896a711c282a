package io.sluice.lab.report.chart;

import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import org.knowm.xchart.style.markers.Marker;

/** A ring with a small cross: it leaves the point it surrounds visible. */
final class RingMarker extends Marker {
  @Override
  public void paint(Graphics2D g, double x, double y, int size) {
    double r = size * 0.75;
    g.setStroke(new BasicStroke(1.2f));
    g.draw(new Ellipse2D.Double(x - r, y - r, 2 * r, 2 * r));
    g.draw(new Line2D.Double(x - r / 2, y, x + r / 2, y));
    g.draw(new Line2D.Double(x, y - r / 2, x, y + r / 2));
  }
}
