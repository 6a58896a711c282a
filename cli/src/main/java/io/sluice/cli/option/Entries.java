package io.sluice.cli.option;

import io.sluice.lab.explore.Scope;

/** How often each process asks, as it is written on the command line. */
public final class Entries {

  public static final String UNBOUNDED = "unbounded";

  private Entries() {}

  /** The number, or {@link Scope#UNBOUNDED}. */
  public static int parse(String text) {
    if (text.equals(UNBOUNDED)) {
      return Scope.UNBOUNDED;
    }
    try {
      int number = Integer.parseInt(text);
      if (number >= 1) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, together with numbers that are too small.
    }
    throw new IllegalArgumentException(
        "--entries %s: write a whole number from 1 up, or %s".formatted(text, UNBOUNDED));
  }

  /** The number, where there must be one. */
  public static int parseBounded(String text) {
    try {
      int number = parse(text);
      if (number != Scope.UNBOUNDED) {
        return number;
      }
    } catch (IllegalArgumentException e) {
      // Said below, without the word that is of no use here.
    }
    throw new IllegalArgumentException(
        "--entries %s: write a whole number from 1 up; entries must be bounded here"
            .formatted(text));
  }

  public static String words(int entries) {
    return switch (entries) {
      case Scope.UNBOUNDED -> "unbounded entries";
      case 1 -> "1 entry each";
      default -> entries + " entries each";
    };
  }
}
