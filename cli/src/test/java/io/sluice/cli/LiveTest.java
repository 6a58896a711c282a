package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.text.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Experiments with live nodes. */
@Timeout(300)
class LiveTest {

  @TempDir private Path directory;

  private Spoken run(String experiment, String over, String scale) {
    return Spoken.by(
        "lab",
        "run",
        experiment,
        "--live",
        over,
        "--time-scale",
        scale,
        "--out",
        directory.toString());
  }

  private List<String> table(String name) throws IOException {
    return Files.readAllLines(directory.resolve(name + ".csv"));
  }

  /** RA1 sends exactly 2yn(n-1) messages, however its nodes speak to each other. */
  @Test
  void liveNodesSendWhatTheSimulatorSays() throws IOException {
    var said = run("gme-traffic-nodes", "local", "0.01");
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(directory.resolve("index.html")).content().contains("live nodes");
    for (int n = 6; n <= 24; n += 2) {
      String row = rowOfRa1(n);
      assertThat(table("gme-traffic-nodes")).anyMatch(line -> line.startsWith(row));
    }
  }

  private static String rowOfRa1(int n) {
    int messages = 2 * 10 * n * (n - 1);
    return "RA1,%d,1,%d,%d,%d,0,".formatted(n, messages, messages, messages);
  }

  private void isWhole(String experiment, String over, String scale, String words) {
    var said = run(experiment, over, scale);
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(directory.resolve("index.html"))
        .content()
        .contains(words, "Printed", "took %s s".formatted(scale))
        .doesNotContain("rooms");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gme-concurrency", "gme-latency", "gme-traffic-entries"})
  void toTheEnd(String experiment) {
    isWhole(experiment, "local", "0.02", "handed over within one process");
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(
      strings = {"gme-concurrency", "gme-latency", "gme-traffic-entries", "gme-traffic-nodes"})
  void toTheEndOverTcp(String experiment) {
    isWhole(experiment, "cluster", "0.1", "TCP over loopback");
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(
      strings = {"gme-concurrency", "gme-latency", "gme-traffic-entries", "gme-traffic-nodes"})
  void toTheEndOverKafka(String experiment) {
    isWhole(experiment, "kafka", "0.1", "Kafka broker");
  }

  @Test
  void anInterruptLeavesNothing() {
    var interrupt = new Interrupt();
    interrupt.request();
    var said =
        Spoken.by(
            new Main.Surroundings(Terminal.NONE, interrupt),
            "lab",
            "run",
            "gme-latency",
            "--live",
            "local",
            "--out",
            directory.toString());
    assertThat(said.code()).isEqualTo(Exit.INCOMPLETE);
    assertThat(said.err()).contains("interrupted");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void badUsage() {
    Spoken.by("lab", "run", "padme-qos", "--live", "local").complains("padme-qos", "simulator");
    Spoken.by("lab", "run", "gme-latency", "--time-scale", "2").complains("--live");
    Spoken.by("lab", "run", "gme-latency", "--live", "local", "--time-scale", "0")
        .complains("--time-scale");
    Spoken.by("lab", "run", "gme-latency", "--live", "carrier-pigeon").complains("carrier-pigeon");
  }
}
