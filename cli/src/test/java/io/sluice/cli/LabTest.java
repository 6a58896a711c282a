package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.environment.Environment;
import io.sluice.cli.environment.Exit;
import io.sluice.cli.environment.Interrupt;
import io.sluice.cli.environment.Terminal;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabTest {

  @TempDir private Path directory;

  @Test
  void anExperimentLeavesAReport() {
    var said =
        Spoken.by(
            "lab",
            "run",
            "gme-concurrency",
            "--seeds",
            "1",
            "--out",
            directory.resolve("made/for/it").toString(),
            "--json");
    assertThat(said.code()).as(said.err()).isZero();
    var json = said.json();
    assertThat(json.get("experiments").get(0).stringValue()).isEqualTo("gme-concurrency");
    assertThat(Path.of(json.get("report").stringValue())).content().contains("gme-concurrency");
  }

  @Test
  void anInterruptLeavesNone() {
    var interrupt = new Interrupt();
    interrupt.request();
    var said =
        Spoken.by(
            new Environment(Terminal.NONE, interrupt),
            "lab",
            "run",
            "gme-concurrency",
            "--out",
            directory.resolve("made/for/it").toString());
    assertThat(said.code()).isEqualTo(Exit.INCOMPLETE);
    assertThat(said.err().lines()).hasSize(1);
    assertThat(said.err()).contains("interrupted; nothing was written");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void theTourShowsTheDeadlockProvesForksAndSaysWhereTheReportLies() {
    var said = Spoken.by("tour", "--out", directory.toString());
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out())
        .contains("deadlock: ", "b0 still waits", "ok: ")
        .contains(directory.resolve("index.html").toString());
    assertThat(said.out().lines().filter(line -> !line.contains(directory.toString())))
        .allMatch(line -> line.length() <= 100);
    assertThat(directory.resolve("index.html")).content().contains("trace-2fgme-published");
  }
}
