package io.sluice.cli.option;

import java.util.Locale;
import java.util.regex.Pattern;

/** Parses an amount of memory or disk space, such as {@code 512m} or {@code 4g}. */
public final class Memory {

  private static final Pattern AMOUNT = Pattern.compile("([0-9]{1,6})([kmgt])b?");

  private Memory() {}

  /** Bytes of memory, as many as the JVM has at most. */
  public static long parse(String text) {
    long bytes = parse("--memory", text);
    long most = Runtime.getRuntime().maxMemory();
    if (bytes > most) {
      throw new IllegalArgumentException(
          "--memory %s: the JVM has only %,d MiB; set SLUICE_JAVA_ARGS=-Xmx%s for more"
              .formatted(text, most >> 20, text));
    }
    return bytes;
  }

  /** Bytes that an option asks for. */
  public static long parse(String option, String text) {
    var match = AMOUNT.matcher(text.toLowerCase(Locale.ROOT));
    if (!match.matches()) {
      throw new IllegalArgumentException(
          "%s %s: write a number and a unit, such as 512m or 4g".formatted(option, text));
    }
    long bytes = Long.parseLong(match.group(1)) << (10 * ("kmgt".indexOf(match.group(2)) + 1));
    if (bytes == 0) {
      throw new IllegalArgumentException("%s %s: write more than 0".formatted(option, text));
    }
    return bytes;
  }
}
