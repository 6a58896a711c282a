package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MainTest {

  @Test
  void answersVersionAndHelp() {
    assertThat(Spoken.by("--version").out()).startsWith("sluice ");
    assertThat(Spoken.by("--help").out()).contains("Usage: sluice");
    assertThat(Spoken.by().out()).contains("Usage: sluice");
  }

  @Test
  void badUsageIsTwo() {
    Spoken.by("--no-such-option").complains("--no-such-option");
  }
}
