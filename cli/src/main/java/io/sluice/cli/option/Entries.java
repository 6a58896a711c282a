package io.sluice.cli.option;

import io.sluice.lab.explore.Scope;
import java.util.regex.Pattern;

/** The value of {@code --entries}: how often each process asks. */
public final class Entries {

  public static final String UNBOUNDED = "unbounded";

  private static final Pattern NUMBER = Pattern.compile("0*[1-9][0-9]{0,8}");

  private Entries() {}

  /** The number, or {@link Scope#UNBOUNDED}. */
  public static int parse(String text) {
    return text.equals(UNBOUNDED) ? Scope.UNBOUNDED : number(text, ", or " + UNBOUNDED);
  }

  /** The number, for commands that need one. */
  public static int parseBounded(String text) {
    return number(text, "");
  }

  private static int number(String text, String orElse) {
    if (text.matches("0*[1-9][0-9]{9,}")) {
      throw new IllegalArgumentException(
          "--entries %s: too large; at most 999,999,999 are possible".formatted(text));
    }
    if (!NUMBER.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "--entries %s: write a whole number from 1 up%s".formatted(text, orElse));
    }
    return Integer.parseInt(text);
  }

  public static String words(int entries) {
    return switch (entries) {
      case Scope.UNBOUNDED -> "unbounded entries";
      case 1 -> "1 entry each";
      default -> entries + " entries each";
    };
  }
}
