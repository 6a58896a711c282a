package io.sluice.lab.explore.trace;

import io.sluice.protocol.Layout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A message in a few letters: {@code Req(1.a0)} for {@code Req[ticket=Ticket[time=1, node=0]]}.
 * Says the name and what is a plain value or a ticket; flags only if they are up, by their names.
 * Sets and lists are left out: a diagram has no room for them.
 */
final class MessageLabel {

  /** A part of a record's text. */
  private sealed interface Part {
    record Plain(String text) implements Part {}

    record Named(String name, Map<String, Part> parts) implements Part {}

    record Collection() implements Part {}
  }

  private final String text;
  private final Layout layout;
  private int at;

  private MessageLabel(String text, Layout layout) {
    this.text = text;
    this.layout = layout;
  }

  /** The label of a message whose {@code toString} is given. */
  static String of(String message, Layout layout) {
    var reader = new MessageLabel(message, layout);
    var part = reader.part();
    boolean whole = reader.at == message.length();
    return whole && part instanceof Part.Named named ? reader.named(named) : message;
  }

  private String named(Part.Named message) {
    var shown = values(message);
    return shown.isEmpty() ? message.name : message.name + "(" + String.join(",", shown) + ")";
  }

  private List<String> values(Part.Named from) {
    var shown = new ArrayList<String>();
    from.parts.forEach(
        (called, part) -> {
          switch (part) {
            case Part.Plain(var value) when value.equals("true") -> shown.add(called);
            case Part.Plain(var value) when value.equals("false") -> {}
            case Part.Plain(var value) -> shown.add(value);
            case Part.Named inner when isTicket(inner) -> shown.add(ticket(inner));
            case Part.Named inner -> shown.addAll(values(inner));
            case Part.Collection() -> {}
          }
        });
    return shown;
  }

  private static boolean isTicket(Part.Named part) {
    return part.name.equals("Ticket")
        && part.parts.get("time") instanceof Part.Plain
        && part.parts.get("node") instanceof Part.Plain;
  }

  private String ticket(Part.Named part) {
    String node = plain(part, "node");
    for (int known = 0; known < layout.size(); known++) {
      if (node.equals(Integer.toString(known))) {
        return plain(part, "time") + "." + layout.name(known);
      }
    }
    return plain(part, "time") + "." + node;
  }

  private static String plain(Part.Named part, String called) {
    return part.parts.get(called) instanceof Part.Plain(var value) ? value : "";
  }

  // The text of a record: Name[part=value, part=value].

  private Part part() {
    if (at < text.length() && (text.charAt(at) == '{' || text.charAt(at) == '[')) {
      skipBrackets();
      return new Part.Collection();
    }
    String word = until("[],=");
    return at < text.length() && text.charAt(at) == '[' ? record(word) : new Part.Plain(word);
  }

  private Part record(String name) {
    var parts = new LinkedHashMap<String, Part>();
    at++;
    while (at < text.length() && text.charAt(at) != ']') {
      String called = until("[],=");
      if (at < text.length() && text.charAt(at) == '=') {
        at++;
      }
      parts.put(called, part());
      while (at < text.length() && (text.charAt(at) == ',' || text.charAt(at) == ' ')) {
        at++;
      }
    }
    at = Math.min(text.length(), at + 1);
    return new Part.Named(name, parts);
  }

  private String until(String stops) {
    int start = at;
    while (at < text.length() && stops.indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(start, at);
  }

  private void skipBrackets() {
    int depth = 0;
    do {
      char c = text.charAt(at++);
      depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
    } while (depth > 0 && at < text.length());
  }
}
