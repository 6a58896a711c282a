package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.cli.environment.Exit;
import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.Lease;
import io.sluice.locks.LockUnavailableException;
import io.sluice.locks.Priority;
import io.sluice.locks.Sluice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code sluice lock} in a shell and the calls of a Java application are the same locks. */
@Timeout(120)
class ShellAndJavaTest {

  private static final String LEASE = "30s";

  @TempDir private Path directory;

  private final List<Process> shells = new ArrayList<>();

  /**
   * One lock, as both sides ask for it.
   *
   * @param options of {@code sluice lock}
   * @param algorithm of both sides, if they name one
   * @param java the application's call
   */
  record OneLock(
      List<String> options,
      List<String> algorithm,
      Function<Sluice, CompletableFuture<Lease>> java) {

    OneLock(List<String> options, Function<Sluice, CompletableFuture<Lease>> java) {
      this(options, List.of(), java);
    }

    @Override
    public String toString() {
      return "sluice lock x " + String.join(" ", options);
    }
  }

  /** Each kind of lock, where the two exclude each other. */
  static Stream<OneLock> excluding() {
    return Stream.of(
        new OneLock(List.of(), sluice -> sluice.lock("x").acquireAsync()),
        new OneLock(
            List.of("--algorithm", "ricart-agrawala"),
            List.of("ricart-agrawala"),
            sluice -> sluice.lock("x").acquireAsync()),
        new OneLock(
            List.of("--exclusive"), sluice -> sluice.readWriteLock("x").readLock().acquireAsync()),
        new OneLock(
            List.of("--shared"), sluice -> sluice.readWriteLock("x").writeLock().acquireAsync()),
        new OneLock(List.of("--room", "a"), sluice -> sluice.groupLock("x").enterAsync("b")),
        new OneLock(
            List.of("--room", "a"), sluice -> sluice.groupLock("x").exclusive().acquireAsync()),
        new OneLock(
            List.of("--priority", "high"),
            sluice -> sluice.prioritySemaphore("x", 1).acquireAsync(Priority.LOW)));
  }

  /** Each kind of lock that can be shared, where the two share it. */
  static Stream<OneLock> sharing() {
    return Stream.of(
        new OneLock(
            List.of("--shared"), sluice -> sluice.readWriteLock("x").readLock().acquireAsync()),
        new OneLock(List.of("--room", "a"), sluice -> sluice.groupLock("x").enterAsync("a")),
        new OneLock(
            List.of("--units", "2", "--priority", "5"),
            sluice -> sluice.prioritySemaphore("x", 2).acquireAsync(Priority.HIGH)));
  }

  private Sluice join(List<String> algorithm) {
    var builder =
        Sluice.named(cluster()).over(Tcp.loopback()).lease(Duration.ofSeconds(30)).nodeName("java");
    algorithm.forEach(builder::algorithm);
    return builder.join();
  }

  private String cluster() {
    return "both-" + directory.getFileName();
  }

  private Process shell(List<String> options, String script) throws IOException {
    var args =
        new ArrayList<>(
            List.of("lock", "x", "--verbose", "--lease", LEASE, "--cluster", cluster()));
    args.addAll(options);
    args.addAll(List.of("--", "sh", "-c", script));
    var process = SluiceProcess.of(List.of("-Xmx128m"), args).start();
    shells.add(process);
    return process;
  }

  private static Lease granted(CompletableFuture<Lease> asked) throws Exception {
    return asked.get(60, TimeUnit.SECONDS);
  }

  private static int exitOf(Process process) throws InterruptedException {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  /** On another thread: reading from a process does not end with the test's time. */
  private static void awaitLine(Process process, String text) throws Exception {
    var lines = process.errorReader(StandardCharsets.UTF_8);
    var before = new ConcurrentLinkedQueue<String>();
    var found =
        CompletableFuture.supplyAsync(
            () -> lines.lines().peek(before::add).anyMatch(line -> line.contains(text)),
            run -> Thread.ofVirtual().start(run));
    assertThat(found.get(60, TimeUnit.SECONDS)).as("'%s' in %s", text, before).isTrue();
  }

  @AfterEach
  void endShells() throws InterruptedException {
    for (Process shell : shells) {
      shell.descendants().forEach(ProcessHandle::destroyForcibly);
      shell.destroyForcibly().waitFor();
    }
  }

  /** The shell waits for the application's lock, then the application for the shell's. */
  @ParameterizedTest
  @MethodSource("excluding")
  void eachWaitsForTheOther(OneLock lock) throws Exception {
    Path freed = directory.resolve("freed");
    Path held = directory.resolve("held");
    Path go = directory.resolve("go");
    Path done = directory.resolve("done");
    try (var sluice = join(lock.algorithm())) {
      var lease = granted(lock.java().apply(sluice));
      var shell =
          shell(
              lock.options(),
              "[ -e %s ] || exit 9; touch %s; until [ -e %s ]; do sleep 0.05; done; touch %s; exit 7"
                  .formatted(freed, held, go, done));
      awaitLine(shell, "waiting for lock 'x'");
      Files.createFile(freed);
      lease.close();
      await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(held) || !shell.isAlive());
      assertThat(shell.isAlive()).isTrue();
      var asked = lock.java().apply(sluice);
      assertThatThrownBy(() -> asked.get(300, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      Files.createFile(go);
      try (var next = granted(asked)) {
        assertThat(done).exists();
        assertThat(next.fence()).isGreaterThan(lease.fence());
      }
      assertThat(exitOf(shell)).isEqualTo(7);
    }
  }

  /** The shell's command runs to its end while the application holds the lock. */
  @ParameterizedTest
  @MethodSource("sharing")
  void bothHoldItTogether(OneLock lock) throws Exception {
    try (var sluice = join(List.of());
        var lease = granted(lock.java().apply(sluice))) {
      assertThat(exitOf(shell(lock.options(), "exit 7"))).isEqualTo(7);
      assertThat(lease.valid()).isTrue();
    }
  }

  /** While the lock is held from before it joined, it waits like any other; then it is told. */
  @Test
  void aShellThatAsksForAnotherKindIsToldWhatToDo() throws Exception {
    try (var sluice = join(List.of())) {
      var lease = sluice.lock("x").acquire(Duration.ofSeconds(60));
      var shell = shell(List.of("--exclusive"), "exit 7");
      awaitLine(
          shell,
          "lock 'x' is a plain lock (token-queue) at java, but was asked for as a read-write lock"
              + " (rw-permissions); ask for it as lock(\"x\") in Java or `sluice lock x` in a shell,"
              + " or use another name");
      assertThat(exitOf(shell)).isEqualTo(Exit.INCOMPLETE);
      lease.close();
    }
  }

  @Test
  void anApplicationThatAsksForAnotherKindIsToldWhatToDo() throws Exception {
    Path held = directory.resolve("held");
    Path go = directory.resolve("go");
    try (var sluice = join(List.of())) {
      assertThat(sluice.awaitMembership(Duration.ofSeconds(60))).isTrue();
      var _ =
          shell(
              List.of("--exclusive"),
              "touch %s; until [ -e %s ]; do sleep 0.05; done".formatted(held, go));
      await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(held));
      assertThatThrownBy(() -> sluice.lock("x").acquire(Duration.ofSeconds(60)))
          .isInstanceOf(LockUnavailableException.class)
          .hasMessageContaining("lock 'x' is a read-write lock (rw-permissions)")
          .hasMessageContaining("asked for as a plain lock (token-queue)")
          .hasMessageContaining("readWriteLock(\"x\")")
          .hasMessageContaining("sluice lock x --shared");
      // The refused call leaves no trace: the right one waits for the shell.
      var reading = sluice.readWriteLock("x").readLock().acquireAsync();
      Files.createFile(go);
      granted(reading).close();
    }
  }
}
