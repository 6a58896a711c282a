package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.environment.Environment;
import io.sluice.cli.environment.Exit;
import io.sluice.cli.environment.Interrupt;
import io.sluice.cli.environment.Terminal;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code sluice lab run --live}; what live runs measure is tested in the module lab-live. */
@Timeout(300)
class LiveTest {

  @TempDir private Path directory;

  @Test
  void theReportSaysThatTheNodesWereLive() {
    var said =
        Spoken.by(
            "lab",
            "run",
            "gme-traffic-entries",
            "--live",
            "local",
            "--time-scale",
            "0.02",
            "--out",
            directory.toString());
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(directory.resolve("index.html"))
        .content()
        .contains("live nodes", "handed over within one process", "took 0.02 s");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"gme-latency --live local", "gme-latency --live", "scaling-accuracy --live"})
  void anInterruptWritesNothing(String what) {
    var interrupt = new Interrupt();
    interrupt.request();
    var said =
        Spoken.by(
            new Environment(Terminal.NONE, interrupt),
            "lab run --out %s %s".formatted(directory, what).split(" "));
    assertThat(said.code()).isEqualTo(Exit.INCOMPLETE);
    assertThat(said.err()).contains("interrupted");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void badUsage() {
    Spoken.by("lab", "run", "padme-qos", "--live", "local").complains("padme-qos", "simulator");
    Spoken.by("lab", "run", "scaling-load", "--live", "kafka")
        .complains("scaling-load", "one process", "--live local");
    Spoken.by("lab", "run", "--live", "scaling-load").complains("scaling-load");
    Spoken.by("lab", "run", "scaling-load", "--live", "--time-scale", "0.001")
        .complains("every 10 ms to 60 s");
    Spoken.by("lab", "run", "gme-latency", "--time-scale", "2").complains("--live");
    Spoken.by("lab", "run", "gme-latency", "--live", "local", "--time-scale", "0")
        .complains("--time-scale");
    Spoken.by("lab", "run", "gme-latency", "--live", "carrier-pigeon").complains("carrier-pigeon");
  }
}
