package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return Main.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  @Test
  void answersVersionAndHelp() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).startsWith("sluice ");
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("Usage: sluice");
  }

  @Test
  void badUsageIsTwo() {
    assertThat(run("--no-such-option")).isEqualTo(2);
    assertThat(err.toString()).contains("--no-such-option");
  }
}
