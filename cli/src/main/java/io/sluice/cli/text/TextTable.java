package io.sluice.cli.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table for a terminal, with aligned columns and wrapped cells. */
public final class TextTable {

  private static final String GAP = "  ";

  private final int[] mostWidths;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * @param mostWidths the largest width of each column
   */
  public TextTable(int... mostWidths) {
    this.mostWidths = mostWidths.clone();
  }

  public TextTable row(String... cells) {
    rows.add(List.of(cells));
    return this;
  }

  public String render() {
    int columns = mostWidths.length;
    int[] widths = new int[columns];
    var wrapped = new ArrayList<List<List<String>>>();
    for (var row : rows) {
      var cells = new ArrayList<List<String>>();
      for (int c = 0; c < columns; c++) {
        var lines = wrap(row.get(c), mostWidths[c]);
        int widest = lines.stream().mapToInt(String::length).max().orElse(0);
        widths[c] = Math.max(widths[c], widest);
        cells.add(lines);
      }
      wrapped.add(cells);
    }
    var text = new StringBuilder();
    for (var cells : wrapped) {
      int height = cells.stream().mapToInt(List::size).max().orElse(0);
      for (int l = 0; l < height; l++) {
        text.append(line(cells, l, widths)).append('\n');
      }
    }
    return text.toString();
  }

  private static String line(List<List<String>> cells, int l, int[] widths) {
    var line = new StringBuilder();
    for (int c = 0; c < widths.length; c++) {
      String part = l < cells.get(c).size() ? cells.get(c).get(l) : "";
      line.append(part).append(" ".repeat(widths[c] - part.length())).append(GAP);
    }
    return line.toString().stripTrailing();
  }

  public static List<String> wrap(String text, int width) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    for (String word : Arrays.asList(text.split(" ", -1))) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
