package io.sluice.lab.report.chart;

import io.sluice.lab.report.svg.Box;
import io.sluice.lab.report.svg.TextWidth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Names at the ends of lines, to the right of the plot, instead of a legend. Each is as near to the
 * end of its line as the others allow.
 */
final class EndLabels {

  /**
   * The name of one series.
   *
   * @param lines the name, wrapped
   * @param box where the text goes
   * @param fromX where the line ends
   */
  record Label(int series, List<String> lines, Box box, double fromX, double fromY) {

    double middle() {
      return box.y() + box.height() / 2;
    }
  }

  /** From the edge of the plot to the text: room for a leader and a marker. */
  static final double OFFSET = 34;

  /** Where the marker is, from the edge of the plot. */
  static final double MARKER = 24;

  static final double LINE = 15;

  private static final double WIDEST = 150;

  private EndLabels() {}

  /** Whether every series ends where a name could stand beside it. */
  static boolean suit(Chart chart) {
    return chart.series().stream()
        .allMatch(
            one ->
                !one.filled()
                    && (one.style() == Series.Style.LINE
                        || one.style() == Series.Style.DASHED
                        || one.style() == Series.Style.STEP));
  }

  /** How much room all names need below each other. */
  static double height(Chart chart) {
    return chart.series().stream().mapToInt(one -> wrap(one).size()).sum() * LINE;
  }

  /** How wide the widest line is. */
  static double width(Chart chart) {
    return chart.series().stream()
        .flatMap(one -> wrap(one).stream())
        .mapToDouble(line -> TextWidth.of(line, ChartLayout.TEXT_SIZE))
        .max()
        .orElse(0);
  }

  /** Places the names of a chart whose plot is laid out. */
  static List<Label> place(Chart chart, ChartLayout layout) {
    var wanted = new ArrayList<Label>();
    double x = layout.plot().right() + OFFSET;
    for (int i = 0; i < chart.series().size(); i++) {
      Series one = chart.series().get(i);
      Point last = one.points().getLast();
      List<String> lines = wrap(one);
      double width =
          lines.stream()
              .mapToDouble(line -> TextWidth.of(line, ChartLayout.TEXT_SIZE))
              .max()
              .orElse(0);
      double y = layout.py(last.y());
      double height = lines.size() * LINE;
      wanted.add(
          new Label(i, lines, new Box(x, y - height / 2, width, height), layout.px(last.x()), y));
    }
    wanted.sort(Comparator.comparingDouble(Label::fromY));
    return spread(wanted, layout.plot().y() - LINE / 2, layout.plot().bottom() + LINE / 2);
  }

  /**
   * Moves labels apart: neighbours that would overlap form a block around their mean place, and
   * blocks that meet join.
   */
  private static List<Label> spread(List<Label> labels, double top, double bottom) {
    var blocks = new ArrayList<Block>();
    for (Label label : labels) {
      var block = new Block(List.of(label), top, bottom);
      while (!blocks.isEmpty() && blocks.getLast().bottom() > block.y) {
        block = blocks.removeLast().with(block, top, bottom);
      }
      blocks.add(block);
    }
    var placed = new ArrayList<Label>();
    for (Block block : blocks) {
      double y = block.y;
      for (Label label : block.labels) {
        Box box = label.box;
        var moved = new Box(box.x(), y, box.width(), box.height());
        placed.add(new Label(label.series, label.lines, moved, label.fromX, label.fromY));
        y += box.height();
      }
    }
    return placed;
  }

  /** Labels that touch each other, one below the other. */
  private static final class Block {
    private final List<Label> labels;
    private final double y;

    private Block(List<Label> labels, double top, double bottom) {
      this.labels = labels;
      double mean = labels.stream().mapToDouble(label -> label.fromY).average().orElse(0);
      this.y = Math.max(top, Math.min(mean - height() / 2, bottom - height()));
    }

    private Block with(Block below, double top, double bottom) {
      var all = new ArrayList<>(labels);
      all.addAll(below.labels);
      return new Block(all, top, bottom);
    }

    private double height() {
      return labels.stream().mapToDouble(label -> label.box.height()).sum();
    }

    private double bottom() {
      return y + height();
    }
  }

  private static List<String> wrap(Series one) {
    return TextWidth.wrap(one.name(), ChartLayout.TEXT_SIZE, WIDEST);
  }
}
