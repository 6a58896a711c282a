package io.sluice.lab.report;

import io.sluice.lab.report.svg.Box;
import io.sluice.lab.report.svg.TextWidth;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.w3c.dom.Element;

/** Where the texts of a drawing are, as far as that can be said without a font. */
public final class Labels {

  /** A text and its place. */
  public record Label(String text, Box box) {}

  /** The estimate of a text's width is rather too wide. */
  private static final double WIDTH = 0.88;

  private static final Pattern UPWARDS =
      Pattern.compile("translate\\(([-0-9.]+) ([-0-9.]+)\\) rotate\\(-90\\)");

  private Labels() {}

  public static List<Label> of(String svg) {
    return Xml.elements(Xml.parse(svg), "text").stream().map(Labels::label).toList();
  }

  /** Every two texts that lie on each other. */
  public static List<String> overlapping(String svg) {
    List<Label> labels = of(svg);
    List<String> found = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (labels.get(i).box.overlap(labels.get(j).box) > 8) {
          found.add(labels.get(j).text + " and " + labels.get(i).text);
        }
      }
    }
    return found;
  }

  private static Label label(Element text) {
    List<String> classes = List.of(text.getAttribute("class").split(" "));
    double size = classes.contains("title") ? 15 : classes.contains("small") ? 11 : 12;
    double width = WIDTH * TextWidth.of(text.getTextContent(), size);
    double before = classes.contains("mid") ? width / 2 : classes.contains("end") ? width : 0;
    double above = 0.75 * size;
    var upwards = UPWARDS.matcher(text.getAttribute("transform"));
    if (upwards.matches()) {
      double x = Double.parseDouble(upwards.group(1));
      double y = Double.parseDouble(upwards.group(2));
      // The text runs upwards: what was to its right is above.
      return new Label(
          text.getTextContent(), new Box(x - above, y + before - width, size * 0.9, width));
    }
    double x = Double.parseDouble(text.getAttribute("x"));
    double y = Double.parseDouble(text.getAttribute("y"));
    return new Label(text.getTextContent(), new Box(x - before, y - above, width, size * 0.9));
  }
}
