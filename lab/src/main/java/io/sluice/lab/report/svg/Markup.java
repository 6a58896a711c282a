package io.sluice.lab.report.svg;

/** Text made safe for XML and HTML. */
public final class Markup {
  private Markup() {}

  /** Escapes for element content and for quoted attributes alike. */
  public static String escape(String text) {
    var out = new StringBuilder(text.length() + 16);
    text.codePoints().forEach(c -> append(out, c));
    return out.toString();
  }

  private static void append(StringBuilder out, int c) {
    switch (c) {
      case '&' -> out.append("&amp;");
      case '<' -> out.append("&lt;");
      case '>' -> out.append("&gt;");
      case '"' -> out.append("&quot;");
      case '\'' -> out.append("&#39;");
      default -> out.appendCodePoint(allowed(c) ? c : 0xFFFD);
    }
  }

  /** XML 1.0 allows neither most control characters nor lone surrogates nor two others. */
  private static boolean allowed(int c) {
    boolean control = c < 0x20 && c != '\n' && c != '\t' && c != '\r';
    boolean surrogate = c >= 0xD800 && c <= 0xDFFF;
    return !control && !surrogate && c != 0xFFFE && c != 0xFFFF;
  }
}
