package io.sluice.lab.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * A value in a JSON file from outside, with its place in the file, so that an error message can
 * name the place.
 */
public record JsonField(String place, JsonNode node) {

  public static JsonField root(JsonNode node) {
    return new JsonField("", node);
  }

  public JsonField field(String name) {
    JsonNode value = node.get(name);
    String inner = place.isEmpty() ? name : place + "." + name;
    if (value == null) {
      throw new IllegalArgumentException("the field " + inner + " is missing");
    }
    return new JsonField(inner, value);
  }

  public List<JsonField> items() {
    if (!node.isArray()) {
      throw wrong("expected a list");
    }
    var items = new ArrayList<JsonField>();
    for (int k = 0; k < node.size(); k++) {
      items.add(new JsonField(place + "[" + k + "]", node.get(k)));
    }
    return items;
  }

  public boolean has(String name) {
    return node.has(name);
  }

  public boolean isNull() {
    return node.isNull();
  }

  public boolean isText(String text) {
    return node.isString() && node.stringValue().equals(text);
  }

  public String text() {
    if (!node.isString()) {
      throw wrong("expected a text");
    }
    return node.stringValue();
  }

  public boolean flag() {
    if (!node.isBoolean()) {
      throw wrong("expected true or false");
    }
    return node.booleanValue();
  }

  public int number(int least, int most) {
    if (!node.isInt() || node.intValue() < least || node.intValue() > most) {
      throw wrong("expected a whole number from %d to %d".formatted(least, most));
    }
    return node.intValue();
  }

  /** The constant that is written in small letters. */
  public <E extends Enum<E>> E oneOf(E[] constants) {
    for (E constant : constants) {
      if (isText(word(constant))) {
        return constant;
      }
    }
    throw wrong(
        "expected one of "
            + Arrays.stream(constants).map(JsonField::word).collect(Collectors.joining(", ")));
  }

  /** A constant as files have it. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  public IllegalArgumentException wrong(String what) {
    String shown = node.toString();
    String cut = shown.length() <= 40 ? shown : shown.substring(0, 40) + "...";
    return new IllegalArgumentException(place + " is " + cut + ": " + what);
  }
}
