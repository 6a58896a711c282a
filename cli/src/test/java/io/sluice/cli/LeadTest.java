package io.sluice.cli;

import static io.sluice.cli.HostProcesses.ended;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cli.environment.Exit;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code sluice lead}, in processes of their own. */
@Timeout(120)
class LeadTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir private Path directory;

  private HostProcesses host;
  private Path file;
  private File complaints;

  @BeforeEach
  void make() {
    host = new HostProcesses(directory, "1500ms");
    file = directory.resolve("log");
    complaints = directory.resolve("complaints").toFile();
  }

  @AfterEach
  void endAll() throws InterruptedException {
    host.endAll();
  }

  private Process lead(String script, String... options) throws IOException {
    var args = new ArrayList<>(List.of("lead", "x"));
    args.addAll(List.of(options));
    args.addAll(List.of("--", "sh", "-c", script));
    return host.started(
        host.command(args.toArray(String[]::new)).redirectError(Redirect.appendTo(complaints)));
  }

  private List<String> log() throws IOException {
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  private void awaitLoss() {
    await()
        .atMost(LONG)
        .until(
            () ->
                Files.readAllLines(complaints.toPath())
                    .contains("sluice lead: lost the leadership of 'x'; the command was ended"));
  }

  private void awaitLine(String prefix) {
    awaitLines(prefix, 1);
  }

  private void awaitLines(String prefix, int number) {
    await(prefix)
        .atMost(LONG)
        .until(() -> log().stream().filter(line -> line.startsWith(prefix)).count() >= number);
  }

  /** A command that says when it begins, all the time that it runs, and when it is asked to end. */
  private String running(String name) {
    return "trap 'echo stopped %1$s >>%2$s; exit 0' TERM; echo %1$s $SLUICE_FENCE >>%2$s; while true; do echo runs %1$s >>%2$s; sleep 0.05; done"
        .formatted(name, file);
  }

  private long numberAfter(String prefix) throws IOException {
    return numbersAfter(prefix).getFirst();
  }

  private List<Long> numbersAfter(String prefix) throws IOException {
    return log().stream()
        .filter(line -> line.startsWith(prefix))
        .map(line -> Long.parseLong(line.substring(prefix.length())))
        .toList();
  }

  /** The command of the first leader has ended when that of the next begins, and stays ended. */
  private void awaitInTurn(String first, String next) throws IOException {
    awaitLines("runs " + next, 10);
    var lines = log();
    var line = next + " " + numberAfter(next + " ");
    assertThat(lines.subList(0, lines.indexOf(line))).endsWith("stopped " + first);
    assertThat(lines.subList(lines.indexOf(line), lines.size())).containsOnly(line, "runs " + next);
    assertThat(numberAfter(next + " ")).isGreaterThan(numberAfter(first + " "));
  }

  /** That number of candidates waits until the leader leads no longer. */
  private void awaitWaiting(int candidates) {
    await()
        .atMost(LONG)
        .until(
            () ->
                host.run("who", "leader/x", "--through-node")
                        .out()
                        .lines()
                        .filter(line -> line.contains("waiting"))
                        .count()
                    == candidates);
  }

  /**
   * With a standing member: the leader is killed, its command ends, and only then another leads.
   */
  @Test
  void theCommandRunsElsewhereWhenItsHostDies() throws Exception {
    host.node();
    var one = lead(running("one"));
    awaitLine("one ");
    var two = lead(running("two"));
    SluiceProcess.signal("KILL", one);
    awaitInTurn("one", "two");
    SluiceProcess.signal("TERM", two);
    assertThat(ended(two).code()).isEqualTo(Exit.INTERRUPTED);
    assertThat(log()).endsWith("stopped two");
  }

  /** Its command ends before another one begins, and it does not lead when it goes on. */
  @Test
  @Tag("long")
  void theCommandRunsElsewhereWhenItsHostIsStopped() throws Exception {
    host.node();
    var one = lead(running("one"));
    awaitLine("one ");
    var two = lead(running("two"));
    SluiceProcess.signal("STOP", one);
    awaitInTurn("one", "two");
    SluiceProcess.signal("CONT", one);
    awaitLoss();
    awaitWaiting(1);
    assertThat(numbersAfter("one ")).hasSize(1);
    SluiceProcess.signal("TERM", two);
    awaitLines("one ", 2);
    assertThat(numbersAfter("one ").getLast()).isGreaterThan(numberAfter("two "));
  }

  /**
   * The next one begins at once, but the first one's command ends too, and its host waits again.
   */
  @Test
  void theCommandRunsElsewhereWhenLeadershipIsTakenAway() throws Exception {
    host.node();
    lead(running("one"));
    awaitLine("one ");
    var two = lead(running("two"));
    awaitWaiting(1);
    var released = host.run("release", "leader/x", "--force", "--through-node");
    assertThat(released.code()).as(released.err()).isEqualTo(Exit.FINE);
    awaitLine("stopped one");
    awaitLine("two ");
    assertThat(numberAfter("two ")).isGreaterThan(numberAfter("one "));
    awaitLoss();
    awaitWaiting(1);
    assertThat(numbersAfter("one ")).hasSize(1);
    assertThat(log()).doesNotContain("stopped two");
    SluiceProcess.signal("TERM", two);
    awaitLines("one ", 2);
  }

  /** It has asked last. */
  @Test
  @Tag("long")
  void theMoreUrgentLeadsFirst() throws Exception {
    host.node();
    var first = lead(running("first"));
    awaitLine("first ");
    lead(running("low"), "--priority", "low");
    awaitWaiting(1);
    var high = lead(running("high"), "--priority", "high");
    awaitWaiting(2);
    assertThat(log()).doesNotContain("stopped first");
    SluiceProcess.signal("TERM", first);
    awaitInTurn("first", "high");
    SluiceProcess.signal("TERM", high);
    awaitInTurn("high", "low");
  }

  /** A command that ends is started again, here or elsewhere; with --once its code counts. */
  @Test
  void aCommandThatEndsIsStartedAgain() throws Exception {
    lead("echo run $SLUICE_FENCE >>%s; exit 1".formatted(file), "--pause", "10ms");
    await().atMost(LONG).until(() -> log().size() >= 3);
    assertThat(log()).doesNotHaveDuplicates();
    assertThat(ended(lead("exit 7", "--once")).code()).isEqualTo(7);
  }

  /** Also what it starts to clean up, when it takes too long. */
  @ParameterizedTest
  @ValueSource(strings = {"TERM", "KILL"})
  void allThatTheCommandHasStartedIsEnded(String signal) throws Exception {
    String script =
        "trap 'sleep 1000 & echo late $! >>%1$s; wait' TERM; echo one >>%1$s; while true; do sleep 0.1; done"
            .formatted(file);
    // Long enough for the command to start the other one, which it is not told to end.
    host = new HostProcesses(directory, "5s");
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
    host.node();
    lead("echo one >>%s".formatted(file), "--pause", "10min");
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
