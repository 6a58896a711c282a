package io.sluice.lab.report.svg;

/** Marker shapes, in the order in which series get them. */
public enum Glyph {
  CIRCLE,
  SQUARE,
  TRIANGLE,
  DIAMOND,
  TRIANGLE_DOWN,
  CROSS,
  PLUS;

  /** The outline around a centre, as SVG path data. */
  public String path(double x, double y, double r) {
    return switch (this) {
      case CIRCLE -> at(x - r, y, "M") + arc(r, 2 * r) + arc(r, -2 * r) + "z";
      case SQUARE -> polygon(x, y, r * 0.9, -1, -1, 1, -1, 1, 1, -1, 1);
      case TRIANGLE -> polygon(x, y, r * 1.15, 0, -1, 0.95, 0.75, -0.95, 0.75);
      case DIAMOND -> polygon(x, y, r * 1.25, 0, -1, 1, 0, 0, 1, -1, 0);
      case TRIANGLE_DOWN -> polygon(x, y, r * 1.15, 0, 1, -0.95, -0.75, 0.95, -0.75);
      case CROSS -> stroke(x, y, r, -0.9, -0.9, 0.9, 0.9) + stroke(x, y, r, -0.9, 0.9, 0.9, -0.9);
      case PLUS -> stroke(x, y, r, -1.1, 0, 1.1, 0) + stroke(x, y, r, 0, -1.1, 0, 1.1);
    };
  }

  /** Whether the shape has an inside, so that it can be hollow or filled. */
  public boolean closed() {
    return this != CROSS && this != PLUS;
  }

  private static String polygon(double x, double y, double r, double... corners) {
    var path = new StringBuilder();
    for (int i = 0; i < corners.length; i += 2) {
      path.append(at(x + r * corners[i], y + r * corners[i + 1], i == 0 ? "M" : "L"));
    }
    return path.append('z').toString();
  }

  private static String stroke(double x, double y, double r, double... ends) {
    return at(x + r * ends[0], y + r * ends[1], "M") + at(x + r * ends[2], y + r * ends[3], "L");
  }

  private static String at(double x, double y, String command) {
    return command + Numbers.coordinate(x) + " " + Numbers.coordinate(y);
  }

  private static String arc(double r, double dx) {
    String radius = Numbers.coordinate(r);
    return "a" + radius + " " + radius + " 0 1 0 " + Numbers.coordinate(dx) + " 0";
  }
}
