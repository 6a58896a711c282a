package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cli.environment.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code sluice lead}, in processes of their own. */
@Timeout(120)
class LeadTest {

  @TempDir private Path directory;

  private String lease = "1500ms";

  private final List<Process> processes = new ArrayList<>();

  private Process start(String... args) throws IOException {
    var process =
        SluiceProcess.of(List.of("-Xmx128m"), List.of(args))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    processes.add(process);
    return process;
  }

  private Process lead(String script, String... options) throws IOException {
    var args = new ArrayList<>(List.of("lead", "x", "--lease", lease, "--cluster", cluster()));
    args.addAll(List.of(options));
    args.addAll(List.of("--", "sh", "-c", script));
    return start(args.toArray(String[]::new));
  }

  private String cluster() {
    return "lead-" + directory.getFileName();
  }

  private List<String> log() throws IOException {
    Path file = directory.resolve("log");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  private void awaitLine(String prefix) {
    await(prefix)
        .atMost(Duration.ofSeconds(60))
        .until(() -> log().stream().anyMatch(line -> line.startsWith(prefix)));
  }

  private static int exitOf(Process process) throws InterruptedException {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  @AfterEach
  void endAll() throws InterruptedException {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
  }

  private String running(String who) {
    Path log = directory.resolve("log");
    return "trap 'echo stopped %1$s >>%2$s; exit 0' TERM; echo %1$s $SLUICE_FENCE >>%2$s; while true; do sleep 0.1; done"
        .formatted(who, log);
  }

  /** With a standing member: the leader is killed, its command ends, and another one leads. */
  @Test
  void theCommandRunsElsewhereWhenItsHostDies() throws Exception {
    start("node", "--lease", "1500ms", "--cluster", cluster());
    var one = lead(running("one"));
    awaitLine("one ");
    var two = lead(running("two"));
    SluiceProcess.signal("KILL", one);
    awaitLine("two ");
    awaitLine("stopped one");
    long first = numberAfter("one ");
    assertThat(numberAfter("two ")).isGreaterThan(first);
    assertThat(log()).doesNotContain("stopped two");
    SluiceProcess.signal("TERM", two);
    assertThat(exitOf(two)).isEqualTo(Exit.INTERRUPTED);
    assertThat(log()).endsWith("stopped two");
  }

  private long numberAfter(String prefix) throws IOException {
    String line = log().stream().filter(each -> each.startsWith(prefix)).findFirst().orElseThrow();
    return Long.parseLong(line.substring(prefix.length()));
  }

  /** A command that ends is started again, here or elsewhere; with --once its code counts. */
  @Test
  void aCommandThatEndsIsStartedAgain() throws Exception {
    Path log = directory.resolve("log");
    lead("echo run $SLUICE_FENCE >>%s; exit 1".formatted(log), "--pause", "10ms");
    await().atMost(Duration.ofSeconds(60)).until(() -> log().size() >= 3);
    assertThat(log()).doesNotHaveDuplicates();
    assertThat(exitOf(lead("exit 7", "--once"))).isEqualTo(7);
  }

  /** Also what it starts to clean up, when it takes too long. */
  @ParameterizedTest
  @ValueSource(strings = {"TERM", "KILL"})
  void allThatTheCommandHasStartedIsEnded(String signal) throws Exception {
    Path log = directory.resolve("log");
    String script =
        "trap 'sleep 1000 & echo late $! >>%1$s; wait' TERM; echo one >>%1$s; while true; do sleep 0.1; done"
            .formatted(log);
    // Long enough for the command to start the other one, which it is not told to end.
    lease = "5s";
    var one = lead(script, "--grace", "5s");
    awaitLine("one");
    SluiceProcess.signal(signal, one);
    awaitLine("late ");
    var late = ProcessHandle.of(numberAfter("late "));
    try {
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> late.filter(SluiceProcess::isAlive).isEmpty());
    } finally {
      late.ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  /** A host that pauses does not keep the leadership from others. */
  @Test
  void aHostThatPausesDoesNotLead() throws Exception {
    Path log = directory.resolve("log");
    start("node", "--lease", "1500ms", "--cluster", cluster());
    lead("echo one >>%s".formatted(log), "--pause", "10min");
    awaitLine("one");
    lead(running("two"));
    awaitLine("two ");
  }

  @Test
  void badUsage() {
    Spoken.by("lead", " ", "--", "true").complains("the name is empty");
    Spoken.by("lead", "x", "--priority", "soon", "--", "true").complains("--priority soon");
  }
}
