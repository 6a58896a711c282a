package io.sluice.page.theatre;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Captions for a lecture on each protocol: its idea, what to watch, and what comes of it. The text
 * file has the name of a protocol on a line of its own, and its captions on the lines below.
 */
final class Captions {

  private static final Map<String, List<String>> ALL = read();

  private Captions() {}

  private static Map<String, List<String>> read() {
    var all = new HashMap<String, List<String>>();
    var current = new ArrayList<String>();
    try (var in = Captions.class.getResourceAsStream("captions.txt")) {
      if (in == null) {
        throw new IllegalStateException("the page lacks its captions");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (String line : text.lines().toList()) {
        if (line.contains(" ")) {
          current.add(line);
        } else {
          current = new ArrayList<>();
          all.put(line, current);
        }
      }
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The captions of a protocol; of its family of variants if it is one with parameters. */
  static List<String> of(String protocol) {
    return ALL.keySet().stream()
        .filter(name -> protocol.equals(name) || protocol.startsWith(name + ":"))
        .findFirst()
        .or(() -> variant(protocol))
        .map(name -> ALL.getOrDefault(name, List.of()))
        .orElse(List.of());
  }

  /** Such as {@code padme-LFFU:chain}, which is {@code padme} in one configuration. */
  private static Optional<String> variant(String protocol) {
    return Optional.of(protocol.split("[-:]", 2)[0]).filter(ALL::containsKey);
  }
}
