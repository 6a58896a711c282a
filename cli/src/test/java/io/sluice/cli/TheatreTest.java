package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.trace.TraceFile;
import io.sluice.protocol.catalogue.Catalogue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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

  /** What the theatre opens is what {@code replay} runs again. */
  @Test
  void aSimulatedRunIsATraceThatCanBeRepeated() {
    var file = directory.resolve("run.json");
    var said = Spoken.by("simulate", "ricart-agrawala", "--nodes", "3", "--trace", file.toString());
    assertThat(said.code()).as(said.err()).isZero();
    var opened = TraceFile.read(read(file), Catalogue.builtIn());
    assertThat(opened.trace().steps()).hasSizeGreaterThan(100);
    assertThat(opened.what()).contains("simulated run");
    assertThat(Spoken.by("replay", file.toString()).out()).contains("p0 asks");
  }

  @Test
  void whatCannotBeRepeatedIsNotSaved() {
    var file = directory.resolve("run.json");
    Spoken.by("simulate", "ring", "--nodes", "3", "--loss", "0.05", "--trace", file.toString())
        .complains("--trace", "cannot be recorded");
    assertThat(file).doesNotExist();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
