package io.sluice.lab.report.svg;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/** Formats numbers independently of the default locale. */
public final class Numbers {
  private Numbers() {}

  /** A coordinate in a picture, with at most two decimals. */
  public static String coordinate(double value) {
    return trimmed(value, 2);
  }

  /** A number for programs: the shortest text that gives the same double. */
  public static String exact(double value) {
    double size = Math.abs(value);
    if (value == 0) {
      return "0";
    }
    if (!Double.isFinite(value) || size < 1e-6 || size >= 1e15) {
      return Double.toString(value);
    }
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  /**
   * A number for a person: thousands separated, at most {@code decimals} decimals, a true minus.
   */
  public static String label(double value, int decimals) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    if (Math.abs(value) >= 1e15) {
      return format(value, "0.##E0").replace("E", "e");
    }
    String text = format(value, "#,##0" + (decimals > 0 ? "." + "#".repeat(decimals) : ""));
    return text.equals("-0") ? "0" : text.replace('-', '\u2212');
  }

  /** A number for a person with exactly that many decimals. */
  public static String fixed(double value, int decimals) {
    return format(value, "#,##0." + "0".repeat(decimals)).replace('-', '\u2212');
  }

  /** A measured value for a person: about four significant digits, integers in full. */
  public static String measured(double value) {
    double size = Math.abs(value);
    if (size == 0 || size >= 1000 || value == Math.rint(value)) {
      return label(value, 0);
    }
    return label(value, Math.clamp(3 - (int) Math.floor(Math.log10(size)), 1, 9));
  }

  private static String trimmed(double value, int decimals) {
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_EVEN);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  private static String format(double value, String pattern) {
    var format = new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT));
    format.setRoundingMode(RoundingMode.HALF_EVEN);
    return format.format(value);
  }
}
