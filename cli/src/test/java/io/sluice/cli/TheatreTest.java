package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TheatreTest {

  @TempDir private Path directory;

  @Test
  void exportWritesOneFileAndSaysHowMuchItHolds() {
    var file = directory.resolve("deadlock.html");
    var said =
        Spoken.by("theatre", "export", "maekawa-basic", "--nodes", "3", "-o", file.toString());
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out()).contains("with all 505 worlds");
    assertThat(file).content().startsWith("<!doctype html>");
  }

  @Test
  void aWrongProtocolIsBadUsage() {
    assertThat(Spoken.by("theatre", "lamprot").code()).isEqualTo(2);
    assertThat(Spoken.by("theatre", "lamport", "--port", "70000").err()).contains("at most 65535");
    assertThat(Spoken.by("theatre", "export", "lamport").err()).contains("--out");
  }
}
