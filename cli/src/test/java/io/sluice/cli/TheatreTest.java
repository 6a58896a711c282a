package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.trace.TraceFile;
import io.sluice.protocol.catalogue.Catalogue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

  @Test
  void whatACommandRecordsIsOpened() throws Exception {
    var file = directory.resolve("a.rec");
    String cluster = "recording-" + ProcessHandle.current().pid();
    var said =
        Spoken.by("lock", "x", "--cluster", cluster, "--record", file.toString(), "--", "true");
    assertThat(said.code()).as(said.err()).isZero();
    var process =
        SluiceProcess.of(List.of(), List.of("theatre", file.toString(), "--no-browser"))
            .redirectErrorStream(true)
            .start();
    try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(lines.readLine()).contains("#opened=1&token=");
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void filesThatCannotBeOpenedAreRefused() {
    var file = directory.resolve("a.rec");
    var first = "{\"sluiceRecording\":1,\"cluster\":\"c\",\"node\":\"n\"}\n";
    write(file, first);
    Spoken.by("theatre", file.toString()).complains("no step of a lock is recorded there");
    Spoken.by("theatre", file.toString(), "missing.rec").complains("missing.rec");
    write(file, first + "rubbish\n\n");
    Spoken.by("theatre", file.toString()).complains("line 2");
    write(file, "{}");
    Spoken.by("theatre", file.toString(), file.toString()).complains("only if all are recordings");
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
