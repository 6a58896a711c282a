package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cli.environment.Exit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

/**
 * {@code sluice lock} that joins, and {@code sluice node}, each in a process of its own as from a
 * shell.
 */
@Timeout(120)
class LockTest {

  @TempDir private Path directory;

  /** Short where a process is killed or stopped, and the others wait for that. */
  private String lease = "1500ms";

  private final List<Process> processes = new ArrayList<>();

  private Process sluice(String... args) throws IOException {
    return start(ProcessBuilder.Redirect.INHERIT, args);
  }

  private Process start(ProcessBuilder.Redirect errors, String... args) throws IOException {
    var process =
        SluiceProcess.of(List.of("-Xmx128m"), List.of(args)).redirectError(errors).start();
    processes.add(process);
    return process;
  }

  private Process lock(List<String> options, String script) throws IOException {
    return sluice(locking(options, script));
  }

  /** One that has to wait, and does so by now. */
  private Process waiting(List<String> options, String script) throws IOException {
    var telling = new ArrayList<>(options);
    telling.add("--verbose");
    var process = start(ProcessBuilder.Redirect.PIPE, locking(telling, script));
    var said = process.errorReader(StandardCharsets.UTF_8);
    while (!said.readLine().contains("waiting for lock 'x'")) {
      Thread.onSpinWait();
    }
    return process;
  }

  private String[] locking(List<String> options, String script) {
    var args =
        new ArrayList<>(
            List.of("lock", "x", "--no-node", "--lease", lease, "--cluster", cluster()));
    args.addAll(options);
    args.addAll(List.of("--", "sh", "-c", script));
    return args.toArray(String[]::new);
  }

  private String cluster() {
    return "cli-" + directory.getFileName();
  }

  private static int exitOf(Process process) throws InterruptedException {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private static void awaitFile(Path file) {
    await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(file));
  }

  @AfterEach
  void endAll() throws InterruptedException {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
  }

  /** Each appends what it does to a file; the steps of two are never mixed. */
  @Test
  void threeShellsContend() throws Exception {
    Path file = directory.resolve("log");
    List<Process> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      all.add(
          lock(
              List.of(),
              "echo in %d $SLUICE_FENCE >>%s; sleep 0.2; echo out %d >>%s; exit %d"
                  .formatted(i, file, i, file, 10 + i)));
    }
    for (int i = 0; i < 3; i++) {
      assertThat(exitOf(all.get(i))).isEqualTo(10 + i);
    }
    var lines = Files.readAllLines(file);
    assertThat(lines).hasSize(6);
    long fence = 0;
    for (int i = 0; i < 6; i += 2) {
      String[] in = lines.get(i).split(" ", -1);
      assertThat(in[0]).isEqualTo("in");
      assertThat(lines.get(i + 1)).isEqualTo("out " + in[1]);
      assertThat(Long.parseLong(in[2])).isGreaterThan(fence);
      fence = Long.parseLong(in[2]);
    }
  }

  @Test
  void aFreeLockIsGrantedToACommandThatDoesNotWait() throws Exception {
    lease = "30s";
    assertThat(exitOf(lock(List.of("--wait", "0"), "exit 7"))).isEqualTo(7);
  }

  /** With a member that stays, the others go on when a holder is killed, and one can give up. */
  @Test
  void aHolderIsKilledAndAnotherGivesUpInTime() throws Exception {
    var node = sluice("node", "--lease", "1500ms", "--cluster", cluster());
    var seen = node.inputReader(StandardCharsets.UTF_8);
    assertThat(seen.readLine()).startsWith(cluster() + ", view ");
    var holder = lock(List.of(), "touch %s; sleep 60".formatted(directory.resolve("held")));
    awaitFile(directory.resolve("held"));
    assertThat(exitOf(lock(List.of("--wait", "100ms"), "exit 1"))).isEqualTo(Exit.NOT_IN_TIME);
    assertThat(exitOf(lock(List.of("--wait", "0"), "exit 1"))).isEqualTo(Exit.NOT_IN_TIME);
    SluiceProcess.signal("KILL", holder);
    assertThat(exitOf(lock(List.of("--wait", "50s"), "exit 5"))).isEqualTo(5);
    // Not SIGINT, which a build that runs in the background ignores.
    SluiceProcess.signal("TERM", node);
    assertThat(exitOf(node)).isEqualTo(Exit.INTERRUPTED);
  }

  /** Also while sluice itself is stopped: the next holder of the lock is alone with it. */
  @Test
  void theCommandIsEndedWhenTheLockIsLost() throws Exception {
    Path log = directory.resolve("log");
    var node = sluice("node", "--lease", "1500ms", "--cluster", cluster());
    var seen = node.inputReader(StandardCharsets.UTF_8);
    assertThat(seen.readLine()).startsWith(cluster() + ", view ");
    var sleeper =
        lock(
            List.of(),
            "echo $$ >%s; while true; do echo one >>%s; sleep 0.02; done"
                .formatted(directory.resolve("held"), log));
    var child = SluiceProcess.awaitPid(directory.resolve("held"));
    SluiceProcess.signal("STOP", sleeper);
    var other = lock(List.of("--wait", "50s"), "echo two >>%s; sleep 1; exit 6".formatted(log));
    assertThat(exitOf(other)).isEqualTo(6);
    assertThat(Files.readAllLines(log)).endsWith("two");
    assertThat(SluiceProcess.isAlive(child)).isFalse();
    SluiceProcess.signal("CONT", sleeper);
    assertThat(exitOf(sleeper)).isEqualTo(Exit.LOST);
  }

  /** A short rest does no harm: the lock is still held afterwards, and the command goes on. */
  @Test
  void whoIsStoppedForLessThanTheLeaseGoesOn() throws Exception {
    lease = "30s";
    Path go = directory.resolve("go");
    var holder =
        lock(
            List.of(),
            "echo $$ >%s; until [ -e %s ]; do sleep 0.05; done; exit 7"
                .formatted(directory.resolve("held"), go));
    var child = SluiceProcess.awaitPid(directory.resolve("held"));
    SluiceProcess.signal("STOP", holder);
    await().during(Duration.ofSeconds(1)).until(() -> SluiceProcess.isAlive(child));
    SluiceProcess.signal("CONT", holder);
    Files.createFile(go);
    assertThat(exitOf(holder)).isEqualTo(7);
  }

  /** The command must not go on without the lock, and neither must what it has started. */
  @Test
  void theCommandIsEndedWhenSluiceItselfIsKilled() throws Exception {
    Path parent = directory.resolve("parent");
    Path child = directory.resolve("child");
    var holder =
        lock(
            List.of(),
            "(trap '' TERM; echo $$ >%s; sh -c 'echo $$ >%s; while true; do sleep 0.1; done')"
                .formatted(parent, child));
    var both = List.of(SluiceProcess.awaitPid(parent), SluiceProcess.awaitPid(child));
    try {
      assertThat(both).allMatch(ProcessHandle::isAlive);
      SluiceProcess.signal("KILL", holder);
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> both.stream().noneMatch(SluiceProcess::isAlive));
    } finally {
      both.forEach(ProcessHandle::destroyForcibly);
    }
  }

  /** Of two units both are held, and then the more urgent is served first. */
  @Test
  void theMoreUrgentIsServedFirst() throws Exception {
    lease = "30s";
    Path log = directory.resolve("log");
    var node = sluice("node", "--lease", lease, "--cluster", cluster());
    var seen = node.inputReader(StandardCharsets.UTF_8);
    assertThat(seen.readLine()).startsWith(cluster() + ", view ");
    Path go = directory.resolve("go");
    List<Process> holders = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      holders.add(
          lock(
              List.of("--units", "2"),
              "echo $$ >%s; echo $SLUICE_UNIT >>%s; until [ -e %s ]; do sleep 0.05; done"
                  .formatted(directory.resolve("holder" + i), log, go + (i == 0 ? "" : "-late"))));
    }
    var _ = SluiceProcess.awaitPid(directory.resolve("holder0"));
    var _ = SluiceProcess.awaitPid(directory.resolve("holder1"));
    assertThat(Files.readAllLines(log)).containsExactlyInAnyOrder("0", "1");
    var low = waiting(List.of("--units", "2", "--priority", "low"), "echo low >>" + log);
    var high = waiting(List.of("--units", "2", "--priority", "3"), "echo high >>" + log);
    Files.createFile(go);
    assertThat(exitOf(high)).isZero();
    assertThat(exitOf(low)).isZero();
    assertThat(Files.readAllLines(log).subList(2, 4)).containsExactly("high", "low");
    Files.createFile(Path.of(go + "-late"));
    for (Process holder : holders) {
      assertThat(exitOf(holder)).isZero();
    }
  }

  @Test
  void readersShareAndAWriterTimesOut() throws Exception {
    Path one = directory.resolve("one");
    Path two = directory.resolve("two");
    var first =
        lock(
            List.of("--shared"),
            "touch %s; until [ -e %s ]; do sleep 0.05; done".formatted(one, two));
    awaitFile(one);
    var writer =
        start(
            ProcessBuilder.Redirect.PIPE,
            locking(List.of("--exclusive", "--wait", "100ms"), "exit 1"));
    assertThat(writer.errorReader(StandardCharsets.UTF_8).lines())
        .contains("sluice lock: timed out after 100ms waiting for lock 'x'");
    assertThat(exitOf(writer)).isEqualTo(Exit.NOT_IN_TIME);
    assertThat(exitOf(lock(List.of("--shared"), "touch " + two))).isZero();
    assertThat(exitOf(first)).isZero();
  }

  @Test
  void aCommandThatCannotRunExitsAsInAShell() throws Exception {
    var file = Files.writeString(directory.resolve("notes.txt"), "no program");
    assertThat(exitOf(sluice("lock", "x", "--cluster", cluster(), "--", "no-such-command")))
        .isEqualTo(127);
    assertThat(exitOf(sluice("lock", "x", "--cluster", cluster(), "--", file.toString())))
        .isEqualTo(126);
  }

  @Test
  void badUsage() {
    Spoken.by("lock", "", "--", "true").complains("the lock's name is empty");
    Spoken.by("lock", "x", "--cluster", "", "--", "true").complains("cluster's name is empty");
    Spoken.by("lock", "x").complains("COMMAND");
    Spoken.by("lock", "x", "--wait", "soon", "--", "true").complains("--wait", "soon");
    Spoken.by("lock", "x", "--priority", "urgent", "--", "true")
        .complains("--priority urgent: write high, normal, low");
    Spoken.by("lock", "x", "--priority", "-1", "--", "true").complains("--priority -1");
    Spoken.by("lock", "x", "--units", "0", "--", "true").complains("1 to 1000", "0");
    Spoken.by("lock", "x", "--units", "many", "--", "true").complains("'many' is not a whole");
    Spoken.by("lock", "x", "--shared", "--priority", "high", "--", "true")
        .complains("--shared", "--priority", "mutually exclusive");
    Spoken.by("lock", "x", "--room", "a", "--units", "2", "--", "true")
        .complains("--room", "--units", "mutually exclusive");
    Spoken.by("lock", "x", "--room", "a", "--shared", "--", "true").complains("mutually exclusive");
    Spoken.by("lock", "x", "--exclusive", "--shared", "--", "true").complains("mutually exclusive");
    Spoken.by("lock", "x", "--algorithm", "naimi", "--", "true")
        .complains("no protocol is named 'naimi'", "sluice list");
    Spoken.by("lock", "x", "--algorithm", "maekawa-basic", "--", "true")
        .complains("maekawa-basic can deadlock");
    Spoken.by("lock", "x", "--hosts", "192.0.2.7", "--", "true")
        .complains("sluice keys", "--keystore");
  }
}
