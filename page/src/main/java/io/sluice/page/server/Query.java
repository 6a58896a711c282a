package io.sluice.page.server;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The parameters of a request, as they stand behind the question mark. */
public record Query(Map<String, String> values) {

  private static final int MOST = 100;

  public Query {
    values = Map.copyOf(values);
  }

  /**
   * Reads the raw text behind the question mark; null stands for none.
   *
   * @throws Refused if it cannot be decoded or has too many parameters
   */
  static Query of(Optional<String> raw) {
    var values = new LinkedHashMap<String, String>();
    for (String part : raw.orElse("").split("&", MOST + 1)) {
      if (values.size() == MOST) {
        throw new Refused(400, "too many parameters");
      }
      int middle = part.indexOf('=');
      if (middle > 0) {
        values.put(decoded(part.substring(0, middle)), decoded(part.substring(middle + 1)));
      }
    }
    return new Query(values);
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new Refused(400, "a parameter is not encoded as URLs are: " + e.getMessage());
    }
  }

  public Optional<String> get(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** A number from 0 up. */
  public int number(String name, int otherwise) {
    var text = get(name);
    if (text.isEmpty()) {
      return otherwise;
    }
    if (!text.get().matches("[0-9]{1,9}")) {
      throw new Refused(400, name + ": write a number from 0 up");
    }
    return Integer.parseInt(text.get());
  }
}
