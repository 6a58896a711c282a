package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.environment.Environment;
import io.sluice.cli.environment.Exit;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a command said and how it ended.
 *
 * @param code its exit code
 */
record Spoken(int code, String out, String err) {

  /** Runs a command in this JVM, without a terminal. */
  static Spoken by(String... args) {
    return by(Environment.none(), args);
  }

  static Spoken by(Environment environment, String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code =
        Main.commandLine(environment)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(args);
    return new Spoken(code, out.toString(), err.toString());
  }

  JsonNode json() {
    return JsonMapper.shared().readTree(out);
  }

  List<String> fields() {
    return List.copyOf(json().propertyNames());
  }

  /** Bad usage: one line on stderr that says this, nothing on stdout, exit code 2. */
  void complains(String... parts) {
    assertThat(code).as(err).isEqualTo(Exit.BAD_USAGE);
    assertThat(out).isEmpty();
    assertThat(err.lines()).hasSize(1);
    assertThat(err).startsWith("sluice").contains(parts).contains("--help)");
  }
}
