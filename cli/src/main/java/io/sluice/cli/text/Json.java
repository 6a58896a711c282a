package io.sluice.cli.text;

import java.io.PrintWriter;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Makes and prints the one object of {@code --json}. */
public final class Json {

  /** Escapes non-ASCII characters, so that the encoding of terminal or pipe does not matter. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private Json() {}

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  public static void print(JsonNode json, PrintWriter out) {
    out.println(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(json));
    out.flush();
  }

  /** Rounds a measured number to six decimals. */
  public static double rounded(double value) {
    return Math.round(value * 1e6) / 1e6;
  }
}
