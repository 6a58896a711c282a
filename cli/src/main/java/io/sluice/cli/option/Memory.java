package io.sluice.cli.option;

import java.util.Locale;
import java.util.regex.Pattern;

/** Amounts of memory as people write them: {@code 512m}, {@code 4g}. */
public final class Memory {

  private static final Pattern AMOUNT = Pattern.compile("([0-9]{1,6})([kmgt])b?");

  private Memory() {}

  /** Bytes. */
  public static long parse(String text) {
    var match = AMOUNT.matcher(text.toLowerCase(Locale.ROOT));
    if (!match.matches()) {
      throw new IllegalArgumentException(
          "--memory %s: write a number and a unit, such as 512m or 4g".formatted(text));
    }
    long bytes = Long.parseLong(match.group(1)) << (10 * ("kmgt".indexOf(match.group(2)) + 1));
    long most = Runtime.getRuntime().maxMemory();
    if (bytes > most) {
      throw new IllegalArgumentException(
          "--memory %s: there are only %,d MiB; more with SLUICE_JAVA_ARGS=-Xmx%s"
              .formatted(text, most >> 20, text));
    }
    if (bytes == 0) {
      throw new IllegalArgumentException("--memory %s: nothing fits into that".formatted(text));
    }
    return bytes;
  }
}
