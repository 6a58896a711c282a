package io.sluice.cli;

import static io.sluice.cli.HostProcesses.ended;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cli.environment.Exit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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

/**
 * Commands that go through a {@code sluice node} on their host, each in a process of its own: what
 * they do, and what becomes of the lock and of what runs under it when one of them is killed or
 * stopped.
 */
@Timeout(120)
class ThroughNodeTest {

  @TempDir private Path directory;

  private HostProcesses host;
  private Path log;

  @BeforeEach
  void make() {
    host = new HostProcesses(directory, "1500ms");
    log = directory.resolve("log");
  }

  @AfterEach
  void endAll() throws InterruptedException {
    host.endAll();
  }

  /** A command that writes its process id, and then lines until it is ended. */
  private Process holder() throws IOException {
    return host.lock(
        "echo $$ >%s; while true; do echo one >>%s; sleep 0.02; done"
            .formatted(directory.resolve("held"), log));
  }

  private ProcessHandle awaitHolder() {
    return SluiceProcess.awaitPid(directory.resolve("held"));
  }

  /** The next holder is alone: after its line in the log comes none of the first command. */
  private void awaitNextHolder(ProcessHandle first) throws Exception {
    var next = ended(host.lock("echo two >>%s; sleep 0.5; exit 6".formatted(log), "--wait", "50s"));
    assertThat(next.code()).as(next.err()).isEqualTo(6);
    assertThat(Files.readAllLines(log)).endsWith("two");
    assertThat(SluiceProcess.isAlive(first)).isFalse();
  }

  /** No view comes and goes with a command, exit codes and errors are those of one that joins. */
  @Test
  void commandsDoNotJoin() throws Exception {
    host.node();
    var first = host.run("members", "--json", "--through-node");
    var one = ended(host.lock("echo $SLUICE_FENCE $SLUICE_LOCK $SLUICE_UNIT; exit 7"));
    assertThat(one.code()).as(one.err()).isEqualTo(7);
    assertThat(one.out()).matches("[0-9]+ x 0\n");
    var unit = ended(startLock("y", "--units", "2"));
    assertThat(unit.out()).as(unit.err()).matches("[0-9]+ y [01]\n");

    var holder = holder();
    var child = awaitHolder();
    var late = ended(host.lock("exit 1", "--wait", "100ms"));
    assertThat(late.code()).isEqualTo(Exit.NOT_IN_TIME);
    assertThat(late.err()).isEqualTo("sluice lock: timed out after 100ms waiting for lock 'x'\n");
    assertThat(host.run("who", "x", "--through-node").out())
        .contains("held", "sluice lock, process " + holder.pid());
    var kind = host.run("lock", "x", "--through-node", "--shared", "--", "true");
    assertThat(kind.code()).as(kind.err()).isEqualTo(Exit.INCOMPLETE);
    assertThat(kind.err()).startsWith("sluice lock: failed: lock 'x' is a plain lock");

    // One that is killed while it waits is out of the queue.
    var waiting = host.lock("exit 1", "--verbose");
    assertThat(waiting.errorReader(StandardCharsets.UTF_8).readLine()).contains("waiting for lock");
    SluiceProcess.signal("KILL", waiting);
    // What runs is killed: the command ends as in a shell, and the lock is free at once.
    assertThat(child.destroyForcibly()).isTrue();
    assertThat(ended(holder).code()).isEqualTo(137);
    assertThat(ended(host.lock("exit 8", "--wait", "1s")).code()).isEqualTo(8);

    var bad = host.run("lock", "x", "--through-node", "--units", "0", "--", "true");
    assertThat(bad.code()).isEqualTo(Exit.BAD_USAGE);
    assertThat(bad.err()).contains("1 to 1000");
    assertThat(host.run("lock", "x", "--through-node", "--", "no-such-command").code())
        .isEqualTo(127);
    assertThat(host.run("members", "--json", "--through-node").out()).isEqualTo(first.out());
  }

  private Process startLock(String name, String... options) throws IOException {
    var args = new ArrayList<>(List.of("lock", name));
    args.addAll(List.of(options));
    args.addAll(List.of("--", "sh", "-c", "echo $SLUICE_FENCE $SLUICE_LOCK $SLUICE_UNIT"));
    return host.start(args.toArray(String[]::new));
  }

  /** The command is ended before the next one holds the lock. */
  @Test
  void sluiceItselfIsKilled() throws Exception {
    host.node();
    var holder = holder();
    var child = awaitHolder();
    SluiceProcess.signal("KILL", holder);
    awaitNextHolder(child);
  }

  /** All that the command has started has ended, too, when the next one holds the lock. */
  @Test
  void sluiceItselfIsKilledWhileItsCommandHasManyDescendants() throws Exception {
    host = new HostProcesses(directory, "4s");
    host.node();
    Path script = directory.resolve("deep.sh");
    Path numbers = directory.resolve("numbers");
    Files.writeString(
        script,
        """
        trap '' TERM
        echo $$ >>%s
        [ $1 -eq 1 ] || sh %s $(($1 - 1)) &
        sleep 1000 &
        echo $! >>%1$s
        wait
        """
            .formatted(numbers, script));
    var holder = host.lock("exec sh %s 30".formatted(script));
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> Files.exists(numbers) && Files.readAllLines(numbers).size() == 60);
    var all =
        Files.readAllLines(numbers).stream().map(Long::valueOf).map(ProcessHandle::of).toList();
    try {
      assertThat(all).allMatch(each -> each.filter(SluiceProcess::isAlive).isPresent());
      SluiceProcess.signal("KILL", holder);
      assertThat(ended(host.lock("exit 6", "--wait", "50s")).code()).isEqualTo(6);
      assertThat(all).noneMatch(each -> each.filter(SluiceProcess::isAlive).isPresent());
    } finally {
      all.forEach(each -> each.ifPresent(ProcessHandle::destroyForcibly));
    }
  }

  @Test
  @Tag("long")
  void sluiceItselfIsStopped() throws Exception {
    host.node();
    var holder = holder();
    var child = awaitHolder();
    SluiceProcess.signal("STOP", holder);
    awaitNextHolder(child);
    SluiceProcess.signal("CONT", holder);
    var lost = ended(holder);
    assertThat(lost.code()).isEqualTo(Exit.LOST);
    assertThat(lost.err()).contains("(it was stopped for longer than it may hold the lock)");
  }

  /** Then the lock is lost, and the next command joins by itself. */
  @Test
  void theNodeIsKilled() throws Exception {
    var node = host.node();
    var holder = holder();
    var child = awaitHolder();
    SluiceProcess.signal("KILL", node);
    var lost = ended(holder);
    assertThat(lost.code()).isEqualTo(Exit.LOST);
    assertThat(lost.err())
        .isEqualTo(
            "sluice lock: lost lock 'x' (the node on this host has ended); the command was ended\n");
    assertThat(SluiceProcess.isAlive(child)).isFalse();
    assertThat(host.run("lock", "x", "--", "sh", "-c", "exit 5").code()).isEqualTo(5);
    var forced = ended(host.lock("true"));
    assertThat(forced.code()).isEqualTo(Exit.INCOMPLETE);
    assertThat(forced.err())
        .contains("no node of cluster", "sluice node --cluster " + host.cluster());
  }

  @Test
  @Tag("long")
  void theNodeIsStopped() throws Exception {
    var node = host.node();
    var holder = holder();
    var child = awaitHolder();
    SluiceProcess.signal("STOP", node);
    var lost = ended(holder);
    assertThat(lost.code()).isEqualTo(Exit.LOST);
    assertThat(lost.err()).contains("(the node on this host has not answered in time)");
    assertThat(SluiceProcess.isAlive(child)).isFalse();
    SluiceProcess.signal("CONT", node);
  }

  /**
   * A node that is asked to end departs only when the commands that hold its locks have ended; also
   * when its terminal is closed, of which both shell and kernel tell it.
   */
  @ParameterizedTest
  @ValueSource(strings = {"TERM", "HUP HUP"})
  void theNodeIsAskedToEnd(String signals) throws Exception {
    assumeThat(signals.contains("HUP") && Signals.hangUpIsIgnored())
        .as("the tests were started with SIGHUP ignored, and so are their children")
        .isFalse();
    var node = host.node();
    var holder = holder();
    var child = awaitHolder();
    for (String signal : signals.split(" ", -1)) {
      SluiceProcess.signal(signal, node);
    }
    assertThat(ended(node).code()).isEqualTo(Exit.INTERRUPTED);
    assertThat(SluiceProcess.isAlive(child)).isFalse();
    assertThat(ended(holder).code()).isEqualTo(Exit.LOST);
  }

  @Test
  void theLockIsReleasedByForce() throws Exception {
    host.node();
    var holder = holder();
    var child = awaitHolder();
    var released = host.run("release", "x", "--force", "--reason", "stuck", "--through-node");
    assertThat(released.code()).as(released.err()).isEqualTo(Exit.FINE);
    var lost = ended(holder);
    assertThat(lost.code()).isEqualTo(Exit.LOST);
    assertThat(lost.err())
        .matches("sluice lock: lost lock 'x' \\(released by force, by .*: stuck\\); .* ended\n");
    assertThat(SluiceProcess.isAlive(child)).isFalse();
  }

  /** Another user could read what is in it. */
  @Test
  @Tag("long")
  void aDirectoryThatOthersCanEnterIsNotUsed() throws Exception {
    Path run = Files.createDirectory(directory.resolve("run"));
    Files.setPosixFilePermissions(run, PosixFilePermissions.fromString("rwxr-xr-x"));
    var node = host.node();
    assertThat(node.errorReader(StandardCharsets.UTF_8).readLine())
        .contains("join the cluster by themselves", "mode 0700", "SLUICE_RUN_DIR");
    assertThat(host.run("lock", "x", "--", "sh", "-c", "exit 7").code()).isEqualTo(7);
  }
}
