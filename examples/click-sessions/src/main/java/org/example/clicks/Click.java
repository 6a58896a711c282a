package org.example.clicks;

import java.time.Instant;

/**
 * A user has looked at a page.
 *
 * @param time in milliseconds since 1970
 */
public record Click(long time, String user, String page) {

  /** Reads a line such as {@code 2026-03-01T09:00:00Z ann /home}. */
  public static Click parse(String line) {
    var parts = line.split(" ", -1);
    if (parts.length != 3) {
      throw new IllegalArgumentException("a click is a time, a user and a page");
    }
    return new Click(Instant.parse(parts[0]).toEpochMilli(), parts[1], parts[2]);
  }

  @Override
  public String toString() {
    return "%s %s %s".formatted(Instant.ofEpochMilli(time), user, page);
  }
}
