package io.sluice.cluster.recording;

import java.nio.charset.StandardCharsets;

/** Builds one line of a recording: a JSON object without nested ones, but for lists of those. */
final class JsonLine {

  private static final int USUAL_LETTERS = 256;
  private static final char FIRST_PRINTABLE = ' ';

  private final StringBuilder text = new StringBuilder(USUAL_LETTERS).append('{');

  JsonLine put(String name, String value) {
    key(name);
    quote(value);
    return this;
  }

  JsonLine put(String name, long value) {
    key(name).text.append(value);
    return this;
  }

  JsonLine put(String name, boolean value) {
    key(name).text.append(value);
    return this;
  }

  /** Begins a list of objects; each of them begins with {@link #item}. */
  JsonLine list(String name) {
    key(name).text.append('[');
    return this;
  }

  JsonLine item() {
    separate('[').text.append('{');
    return this;
  }

  JsonLine endItem() {
    text.append('}');
    return this;
  }

  JsonLine endList() {
    text.append(']');
    return this;
  }

  byte[] bytes() {
    return text.append("}\n").toString().getBytes(StandardCharsets.UTF_8);
  }

  private JsonLine key(String name) {
    separate('{');
    quote(name);
    text.append(':');
    return this;
  }

  /** A comma, unless something has just begun. */
  private JsonLine separate(char beginning) {
    if (text.charAt(text.length() - 1) != beginning) {
      text.append(',');
    }
    return this;
  }

  private void quote(String value) {
    text.append('"');
    for (int k = 0; k < value.length(); k++) {
      char letter = value.charAt(k);
      if (letter == '"' || letter == '\\') {
        text.append('\\').append(letter);
      } else if (letter < FIRST_PRINTABLE || Character.isSurrogate(letter)) {
        text.append("\\u%04x".formatted((int) letter));
      } else {
        text.append(letter);
      }
    }
    text.append('"');
  }
}
