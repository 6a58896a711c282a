package io.sluice.lab.report.page;

import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Mark;
import io.sluice.lab.report.chart.Panels;
import io.sluice.lab.report.chart.Point;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.svg.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table as RFC 4180 text: comma, CRLF, quotes where needed. Numbers have a point and no
 * separators, whatever the machine's locale, and read back as the same double.
 */
public final class Csv {
  private final List<String> header;
  private final List<List<String>> rows = new ArrayList<>();

  private Csv(List<String> header) {
    this.header = List.copyOf(header);
  }

  /** Starts a table with these columns. */
  public static Csv withColumns(String... names) {
    return new Csv(List.of(names));
  }

  /** The points of a chart in long form: one row per point, the printed marks last. */
  public static Csv of(Chart chart) {
    Csv csv = withColumns("series", "x", "y", "low", "high");
    for (Series series : chart.series()) {
      for (Point point : series.points()) {
        csv.row(series.name(), point.x(), point.y(), point.low(), point.high());
      }
    }
    for (Mark mark : chart.marks()) {
      csv.row(chart.marksName() + ": " + mark.hue(), mark.x(), mark.y(), mark.y(), mark.y());
    }
    return csv;
  }

  /** The points of small multiples in long form: one row per point. */
  static Csv of(Panels panels) {
    Csv csv = withColumns("panel", "series", "x", "y", "low", "high");
    for (Chart chart : panels.charts()) {
      for (Series series : chart.series()) {
        for (Point point : series.points()) {
          csv.row(chart.title(), series.name(), point.x(), point.y(), point.low(), point.high());
        }
      }
    }
    return csv;
  }

  /** Adds a row of numbers, truth values and texts, one for each column. */
  public Csv row(Object... cells) {
    if (cells.length != header.size()) {
      throw new IllegalArgumentException(
          "a row of %d cells in a table of %d columns".formatted(cells.length, header.size()));
    }
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(text(cell));
    }
    rows.add(List.copyOf(row));
    return this;
  }

  /** The table as a file's content. */
  public String text() {
    var out = new StringBuilder(line(header));
    rows.forEach(row -> out.append(line(row)));
    return out.toString();
  }

  private static String text(Object cell) {
    return switch (cell) {
      case Double number -> Numbers.exact(number);
      case Float number -> Float.toString(number);
      case Number number -> number.toString();
      default -> cell.toString();
    };
  }

  private static String line(List<String> cells) {
    return cells.stream().map(Csv::quoted).collect(Collectors.joining(",", "", "\r\n"));
  }

  private static String quoted(String cell) {
    boolean special = cell.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return special ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
  }
}
