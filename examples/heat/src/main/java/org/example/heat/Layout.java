package org.example.heat;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.LongStream;

/**
 * What is where in the data. A strip is the number of its step and its rows. A border is how many
 * steps have been published, then the first and the last row of the newest step and of the one
 * before: a neighbour may be one step behind, not two, since each step needs its last one.
 */
final class Layout {

  private static final long HEAD = JAVA_LONG.byteSize();
  private static final long ROW = Plate.COLUMNS * JAVA_DOUBLE.byteSize();

  static final long STRIP = HEAD + Plate.ROWS * ROW;
  static final long BORDER = HEAD + 4 * ROW;

  private Layout() {}

  /** The step of a strip, or how many steps of a border have been published. */
  static long number(MemorySegment data) {
    return data.get(JAVA_LONG, 0);
  }

  static double[][] strip(MemorySegment data) {
    var rows = new double[Plate.ROWS][];
    for (int row = 0; row < rows.length; row++) {
      rows[row] = row(data, row);
    }
    return rows;
  }

  static void write(MemorySegment data, long step, double[][] rows) {
    data.set(JAVA_LONG, 0, step);
    for (int row = 0; row < rows.length; row++) {
      write(data, row, rows[row]);
    }
  }

  /** Adds the borders of a step, and keeps those of the step before. */
  static void publish(MemorySegment data, long step, double[][] rows) {
    if (number(data) == step + 1) {
      return; // The process that was killed had come so far.
    }
    data.set(JAVA_LONG, 0, step + 1);
    write(data, 2, row(data, 0));
    write(data, 3, row(data, 1));
    write(data, 0, rows[0]);
    write(data, 1, rows[rows.length - 1]);
  }

  /**
   * The rows of a border from one step on, as far as they have been published.
   *
   * @param last the last row instead of the first
   */
  static List<double[]> borders(MemorySegment data, long first, boolean last) {
    long newest = number(data) - 1;
    return LongStream.rangeClosed(first, newest)
        .mapToObj(step -> row(data, 2 * (newest - step) + (last ? 1 : 0)))
        .toList();
  }

  private static double[] row(MemorySegment data, long row) {
    return data.asSlice(HEAD + row * ROW, ROW).toArray(JAVA_DOUBLE);
  }

  private static void write(MemorySegment data, long row, double[] cells) {
    MemorySegment.copy(cells, 0, data, JAVA_DOUBLE, HEAD + row * ROW, cells.length);
  }
}
