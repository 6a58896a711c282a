package io.sluice.lab.report.svg;

import java.util.ArrayList;
import java.util.List;

/**
 * Estimates the width of a text without a font: a drawing must be the same on every machine, and
 * the reader's font is unknown. The estimate is rather too wide.
 */
public final class TextWidth {
  private static final String NARROW = "iljtfrI.,:;'|!()[] ";
  private static final String WIDE = "mwMW@%—…→";

  private TextWidth() {}

  public static double of(String text, double size) {
    return size * text.codePoints().mapToDouble(TextWidth::em).sum();
  }

  /** Breaks a text at spaces into lines of at most that width; words are not broken. */
  public static List<String> wrap(String text, double size, double width) {
    List<String> lines = new ArrayList<>();
    var line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      boolean full = !line.isEmpty() && of(line + " " + word, size) > width;
      if (full) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  /** The text, or as much of it as fits and an ellipsis. */
  public static String shorten(String text, double size, double width) {
    if (of(text, size) <= width) {
      return text;
    }
    int end = text.length();
    while (end > 1 && of(text.substring(0, end) + "…", size) > width) {
      end = text.offsetByCodePoints(end, -1);
    }
    return text.substring(0, end).stripTrailing() + "…";
  }

  private static double em(int c) {
    if (NARROW.indexOf(c) >= 0) {
      return 0.36;
    }
    if (WIDE.indexOf(c) >= 0 || c >= 0x2E80) {
      return 0.95;
    }
    return Character.isUpperCase(c) ? 0.70 : 0.60;
  }
}
