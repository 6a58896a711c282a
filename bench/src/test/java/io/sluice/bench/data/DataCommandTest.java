package io.sluice.bench.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The measurement with real processes. */
class DataCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void writesTablesAndPlotsOfSeveralRuns(@TempDir Path folder) throws Exception {
    var page =
        Files.writeString(folder.resolve("page.md"), "<!-- begin: data -->\n<!-- end: data -->\n");
    for (var size : List.of("0.0625", "0.125")) {
      int code =
          run(
              "--only=size",
              "--exchanges=tcp,sluice",
              "--mebibytes=" + size,
              "--quick",
              "--into=" + page);
      assertThat(code).as(err.toString()).isZero();
    }
    assertThat(Files.readString(page))
        .contains("| hand-over, all changed | 64 KiB | 128 KiB |", "| raw TCP, ms |")
        .contains("64 KiB to a waiting writer, all changed : raw TCP", "images/data-size.svg");
    assertThat(folder.resolve("images").resolve("data-size.svg")).content().contains("<svg");
    assertThat(ProcessHandle.current().descendants()).isEmpty();
  }

  @Test
  void badUsageSaysWhatToDo() {
    assertThat(run("--only=latency")).isEqualTo(2);
    assertThat(run("--exchanges=pigeon")).isEqualTo(2);
    assertThat(run("--rounds=0")).isEqualTo(2);
    assertThat(err.toString())
        .contains("there is no figure 'latency'; choose from size, share, read")
        .contains("there is no exchange 'pigeon'; choose from tcp, sluice")
        .contains("--rounds must be at least 1");
  }

  private int run(String... arguments) {
    return new CommandLine(new DataCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }
}
