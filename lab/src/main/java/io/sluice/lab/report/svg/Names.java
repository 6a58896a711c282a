package io.sluice.lab.report.svg;

import java.util.regex.Pattern;

/** Checks names that become file names, link targets and identifiers inside a drawing. */
public final class Names {
  private static final Pattern FILE_SAFE = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

  private Names() {}

  /** Rejects names that could leave the report's directory or break a link. */
  public static void requireFileSafe(String name) {
    if (!FILE_SAFE.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "\"%s\" names a file: use letters, digits, - and _, and start with a letter"
              .formatted(name));
    }
  }
}
