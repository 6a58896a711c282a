package io.sluice.cli.text;

import java.io.PrintWriter;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What {@code --json} prints: one object. */
public final class Json {

  /** Escaped, it survives a terminal or pipe of any encoding. */
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

  /** Measured numbers carry no more digits than anybody can use. */
  public static double rounded(double value) {
    return Math.round(value * 1e6) / 1e6;
  }
}
