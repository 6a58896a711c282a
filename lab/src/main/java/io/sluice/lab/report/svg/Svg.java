package io.sluice.lab.report.svg;

import java.util.ArrayDeque;
import java.util.Deque;

/** Writes SVG elements one per line, escaped and indented, so that diffs are readable. */
public final class Svg {
  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /** Starts a picture that scales to its container and tells screen readers what it shows. */
  public static Svg picture(
      String name, double width, double height, String title, String description) {
    var svg = new Svg();
    String w = Numbers.coordinate(width);
    String h = Numbers.coordinate(height);
    svg.open(
        "svg",
        "xmlns",
        "http://www.w3.org/2000/svg",
        "class",
        "sluice-svg",
        "width",
        w,
        "height",
        h,
        "viewBox",
        "0 0 " + w + " " + h,
        "role",
        "img",
        "aria-labelledby",
        name + "-title " + name + "-desc");
    svg.leaf("title", title, "id", name + "-title");
    svg.leaf("desc", description, "id", name + "-desc");
    // CSS holds no markup characters, so it needs no CDATA and reads alike inside HTML and XML.
    svg.line("<style>" + SvgStyle.css() + "</style>");
    svg.empty("rect", "class", "bg", "width", w, "height", h);
    return svg;
  }

  /** Starts an element; the attributes are names and values in turn. */
  public Svg open(String tag, String... attributes) {
    line("<" + tag + attributes(attributes) + ">");
    open.push(tag);
    return this;
  }

  public Svg close() {
    String tag = open.pop();
    return line("</" + tag + ">");
  }

  public Svg empty(String tag, String... attributes) {
    return line("<" + tag + attributes(attributes) + "/>");
  }

  public Svg leaf(String tag, String content, String... attributes) {
    String start = "<" + tag + attributes(attributes) + ">";
    return line(start + Markup.escape(content) + "</" + tag + ">");
  }

  public Svg text(double x, double y, String cssClass, String content) {
    return leaf("text", content, "class", cssClass, "x", n(x), "y", n(y));
  }

  public Svg segment(double x1, double y1, double x2, double y2, String cssClass) {
    return empty("line", "class", cssClass, "x1", n(x1), "y1", n(y1), "x2", n(x2), "y2", n(y2));
  }

  public Svg path(String data, String cssClass) {
    return empty("path", "class", cssClass, "d", data);
  }

  public Svg rect(Box box, String cssClass) {
    return empty(
        "rect",
        "class",
        cssClass,
        "x",
        n(box.x()),
        "y",
        n(box.y()),
        "width",
        n(box.width()),
        "height",
        n(box.height()));
  }

  /** Closes all open elements and returns the text. */
  public String finish() {
    while (!open.isEmpty()) {
      close();
    }
    return out.toString();
  }

  private static String n(double value) {
    return Numbers.coordinate(value);
  }

  private Svg line(String text) {
    out.append("  ".repeat(open.size())).append(text).append('\n');
    return this;
  }

  private static String attributes(String... attributes) {
    var text = new StringBuilder();
    for (int i = 0; i < attributes.length; i += 2) {
      text.append(' ').append(attributes[i]).append("=\"");
      text.append(Markup.escape(attributes[i + 1])).append('"');
    }
    return text.toString();
  }
}
