package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.broker.KafkaBroker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice lock} and {@code sluice node} through a broker, each in a process of its own. */
@Timeout(180)
class LockOverKafkaTest {

  @TempDir private Path directory;

  private final List<Process> processes = new ArrayList<>();

  private Process sluice(String... args) throws Exception {
    var process =
        SluiceProcess.of(List.of("-Xmx128m"), List.of(args))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    processes.add(process);
    return process;
  }

  /** Each appends what it does to a file; the steps of two are never mixed, and fences rise. */
  @Test
  void aNodeStaysAndTwoShellsContend() throws Exception {
    Path file = directory.resolve("log");
    try (var broker = KafkaBroker.start()) {
      String at = broker.bootstrapServers();
      var node = sluice("node", "--kafka", at);
      assertThat(node.inputReader(StandardCharsets.UTF_8).readLine()).startsWith("sluice, view ");
      var shells = new ArrayList<Process>();
      for (int i = 0; i < 2; i++) {
        String script =
            "echo in %d $SLUICE_FENCE >>%s; sleep 0.2; echo out %d >>%s; exit %d"
                .formatted(i, file, i, file, 10 + i);
        shells.add(sluice("lock", "x", "--kafka", at, "--", "sh", "-c", script));
      }
      for (int i = 0; i < 2; i++) {
        assertThat(shells.get(i).waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(shells.get(i).exitValue()).isEqualTo(10 + i);
      }
    } finally {
      for (Process process : processes) {
        process.destroyForcibly().waitFor();
      }
    }
    var lines = Files.readAllLines(file);
    assertThat(lines).hasSize(4);
    String[] first = lines.get(0).split(" ", -1);
    String[] second = lines.get(2).split(" ", -1);
    assertThat(lines.get(1)).isEqualTo("out " + first[1]);
    assertThat(lines.get(3)).isEqualTo("out " + second[1]);
    assertThat(Long.parseLong(second[2])).isGreaterThan(Long.parseLong(first[2]));
  }

  @Test
  void badUsage() {
    Spoken.by("lock", "x", "--kafka", "nowhere", "--", "true").complains("nowhere");
    Spoken.by("lock", "x", "--kafka", "a:1", "--hosts", "127.0.0.1", "--", "true")
        .complains("--kafka", "--hosts");
    Spoken.by("lock", "x", "--kafka-config", "f", "--", "true").complains("--kafka-config");
    Spoken.by("lock", "x", "--kafka", "127.0.0.1:1", "--kafka-config", "/nowhere/f", "--", "true")
        .complains("/nowhere/f");
  }
}
