package org.example.heat;

import java.util.Arrays;

/** A plate whose upper edge is hot, divided into strips of rows; and how heat spreads in it. */
final class Plate {

  static final int STRIPS = 3;

  /** Rows of a strip. */
  static final int ROWS = 128;

  static final int COLUMNS = 256;

  private static final double HOT = 100;

  private Plate() {}

  /** The rows of a strip at the beginning. */
  static double[][] initial(int strip) {
    var rows = new double[ROWS][COLUMNS];
    if (strip == 0) {
      Arrays.fill(rows[0], HOT);
    }
    return rows;
  }

  /** One row a step later; the first and the last column keep their temperature. */
  static double[] next(double[] above, double[] row, double[] below) {
    double[] next = row.clone();
    for (int i = 1; i < row.length - 1; i++) {
      next[i] = 0.2 * (above[i] + row[i - 1] + row[i] + row[i + 1] + below[i]);
    }
    return next;
  }

  /** The whole plate after some steps, computed by one thread. */
  static double[][] sequential(long steps) {
    var rows = new double[STRIPS * ROWS][];
    for (int strip = 0; strip < STRIPS; strip++) {
      System.arraycopy(initial(strip), 0, rows, strip * ROWS, ROWS);
    }
    for (long step = 0; step < steps; step++) {
      var next = rows.clone();
      for (int row = 1; row < rows.length - 1; row++) {
        next[row] = next(rows[row - 1], rows[row], rows[row + 1]);
      }
      rows = next;
    }
    return rows;
  }
}
