package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cli.environment.Exit;
import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.Sluice;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code sluice who}, {@code members} and {@code release}. */
@Timeout(120)
class AdministrationTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  /** Ages are printed in tenths of a second, and measured by another clock than times of day. */
  private static final Duration PRECISION = Duration.ofMillis(100);

  private final String cluster = "admin-" + ProcessHandle.current().pid();

  /** A holder in this JVM, seen and released by commands. */
  @Test
  void locksAreShownAndTakenAway() throws Exception {
    try (var sluice = Sluice.named(cluster).over(Tcp.loopback()).nodeName("orders-1").join()) {
      assertThat(sluice.awaitMembership(LONG)).isTrue();
      assertThat(Spoken.by("who", "--cluster", cluster).out()).isEqualTo("no lock is held\n");
      var before = Instant.now();
      var lease = sluice.lock("nightly").acquire(LONG);
      var next = sluice.lock("nightly").acquireAsync();
      var made = Span.since(before);

      before = Instant.now();
      var who = Spoken.by("who", "--cluster", cluster);
      var shown = Span.since(before);
      assertThat(who.code()).isEqualTo(Exit.FINE);
      assertThat(who.out().lines()).hasSize(3);
      assertThat(who.out())
          .contains("nightly  held", "nightly  waiting", "orders-1", Long.toString(lease.fence()));
      assertThat(who.out().lines())
          .map(line -> line.strip().split(" {2,}"))
          .satisfiesExactly(
              titles ->
                  assertThat(titles)
                      .containsExactly("LOCK", "STATE", "MEMBER", "THREAD", "FOR", "FENCE"),
              holder -> assertAgeIn(holder, made, shown),
              waiter -> assertAgeIn(waiter, made, shown));
      assertThat(Spoken.by("who", "other", "--cluster", cluster).out())
          .isEqualTo("lock 'other' is free\n");

      before = Instant.now();
      var json = Spoken.by("who", "nightly", "--cluster", cluster, "--json").json();
      var asked = Span.since(before);
      assertThat(json.get("partial").asBoolean()).isFalse();
      assertThat(json.get("members")).hasSize(1);
      var holder = json.get("locks").get(0).get("holders").get(0);
      assertThat(holder.get("fence").isString()).isTrue();
      assertThat(holder.get("fence").asString()).isEqualTo(Long.toString(lease.fence()));
      assertThat(holder.get("member").asString()).isEqualTo("orders-1");
      var waiters = json.get("locks").get(0).get("waiters");
      assertThat(waiters).hasSize(1);
      assertThat(List.of(holder, waiters.get(0)))
          .allSatisfy(each -> assertAgeOf(each, made, asked));

      assertThat(Spoken.by("members", "--cluster", cluster).out()).isEqualTo("orders-1\n");
      assertThat(Spoken.by("members", "--cluster", cluster, "--json").json().get("view").asLong())
          .isPositive();

      var released =
          Spoken.by("release", "nightly", "--force", "--reason", "stuck", "--cluster", cluster);
      assertThat(released.code()).as(released.err()).isEqualTo(Exit.FINE);
      assertThat(released.out()).contains("released lock 'nightly', held by orders-1");
      assertThat(lease.valid()).isFalse();
      try (var granted = next.get(60, TimeUnit.SECONDS)) {
        assertThat(granted.fence()).isGreaterThan(lease.fence());
        assertThat(
                Spoken.by("release", "nightly", "--force", "--fence", "1", "--cluster", cluster)
                    .code())
            .isEqualTo(Exit.VIOLATION);
        assertThat(granted.valid()).isTrue();
      }
    }
  }

  /** What happened between these two moments, by this JVM's clock. */
  private record Span(Instant from, Instant to) {
    static Span since(Instant begin) {
      return new Span(begin, Instant.now());
    }
  }

  /** The columns THREAD and FOR. */
  private static void assertAgeIn(String[] row, Span made, Span asked) {
    assertThat(row[3]).isEqualTo(Thread.currentThread().getName());
    assertThat(row[4]).matches("\\d+\\.\\d s");
    assertAge(Duration.ofMillis(100 * Long.parseLong(row[4].replaceAll("\\D", ""))), made, asked);
  }

  /** The time is that at which the request was made, and the age that at which it was shown. */
  private static void assertAgeOf(JsonNode request, Span made, Span asked) {
    assertThat(request.get("thread").asString()).isEqualTo(Thread.currentThread().getName());
    var since = Instant.parse(request.get("since").asString());
    var age = Duration.ofMillis(request.get("millis").asLong());
    assertThat(since.plus(age)).isBetween(asked.from(), asked.to());
    assertAge(age, made, asked);
  }

  private static void assertAge(Duration age, Span made, Span asked) {
    assertThat(age)
        .isBetween(
            Duration.between(made.to(), asked.from()).minus(PRECISION),
            Duration.between(made.from(), asked.to()).plus(PRECISION));
  }

  /** A command that holds the lock is ended. */
  @Test
  void aCommandIsEndedWhenItsLockIsTakenAway(@TempDir Path directory) throws Exception {
    Path held = directory.resolve("held");
    var process =
        SluiceProcess.of(
                List.of("-Xmx128m"),
                List.of(
                    "lock",
                    "x",
                    "--cluster",
                    cluster,
                    "--",
                    "sh",
                    "-c",
                    "touch " + held + "; sleep 60"))
            .start();
    try (var said = process.errorReader(StandardCharsets.UTF_8)) {
      await().atMost(LONG).until(() -> Files.exists(held));
      assertThat(
              Spoken.by("release", "x", "--force", "--reason", "stuck", "--cluster", cluster)
                  .code())
          .isEqualTo(Exit.FINE);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(Exit.LOST);
      assertThat(said.lines())
          .anyMatch(
              line -> line.matches(".*lost lock 'x' \\(released by force, by .*: stuck\\); .*"));
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
  }

  /** A node holds the lock for the command, and tells what the command does not see. */
  @Test
  void aNodeWarnsOfACommandThatIsStuck(@TempDir Path directory) throws Exception {
    var host = new HostProcesses(directory, "20s");
    Path log = directory.resolve("log");
    try {
      var node = host.command("node", "--warn-after", "50ms").redirectError(log.toFile());
      host.awaited(host.started(node));
      host.start("lock", "nightly", "--through-node", "--", "sleep", "60");
      await().atMost(LONG).until(() -> Files.readString(log).contains("'nightly'"));
      await().atMost(LONG).until(() -> Files.readString(log).endsWith("\n"));
      assertThat(Files.readAllLines(log))
          .singleElement()
          .asString()
          .matches(
              "WARN .* lock 'nightly' with fence \\d+ has been held for PT0.05S by .+,"
                  + " longer than expected");
    } finally {
      host.endAll();
    }
    Spoken.by("node", "--warn-after", "soon").complains("--warn-after");
  }

  /** Whether a lock is free is not known while a member does not answer. */
  @Test
  void whatAMemberHoldsThatDoesNotAnswerIsNotTakenForFree(@TempDir Path directory)
      throws Exception {
    Path held = directory.resolve("held");
    String[] options = {"--cluster", cluster, "--lease", "60s"};
    var words = new ArrayList<>(List.of("lock", "x", "--no-node"));
    words.addAll(List.of(options));
    words.addAll(List.of("--", "sh", "-c", "touch " + held + "; sleep 60"));
    try (var sluice =
        Sluice.named(cluster).over(Tcp.loopback()).lease(Duration.ofSeconds(60)).join()) {
      assertThat(sluice.awaitMembership(LONG)).isTrue();
      var process = SluiceProcess.of(List.of("-Xmx128m"), words).start();
      try {
        await().atMost(LONG).until(() -> Files.exists(held));
        SluiceProcess.signal("STOP", process);
        var asking = new ArrayList<>(List.of("who", "x", "--wait", "10s"));
        asking.addAll(List.of(options));
        var who = Spoken.by(asking.toArray(String[]::new));
        assertThat(who.code()).as(who.err()).isEqualTo(Exit.INCOMPLETE);
        assertThat(who.out()).isEmpty();
        assertThat(who.err()).contains("this is not all", "has not answered");
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
    }
  }

  /** Without the cluster's key, and with another one, a command is refused and changes nothing. */
  @Test
  void withoutTheKeyNothingIsShownOrTakenAway(@TempDir Path directory) throws Exception {
    var password = Files.writeString(directory.resolve("password"), "correct horse\n");
    var own = keyStore(directory.resolve("own.p12"), password);
    var other = keyStore(directory.resolve("other.p12"), password);
    var network = Tcp.loopback().security(own, "correct horse".toCharArray());
    try (var sluice = Sluice.named(cluster).over(network).nodeName("orders-1").join()) {
      assertThat(sluice.awaitMembership(LONG)).isTrue();
      var lease = sluice.lock("nightly").acquire(LONG);
      var before = sluice.view();

      assertRefused("who");
      assertRefused("members");
      assertRefused("release", "nightly", "--force");
      assertRefused(
          "release",
          "nightly",
          "--force",
          "--keystore",
          other.toString(),
          "--password-file",
          password.toString());

      assertThat(lease.valid()).isTrue();
      assertThat(sluice.view()).isEqualTo(before);
    }
  }

  private static Path keyStore(Path file, Path password) {
    var made = Spoken.by("keys", file.toString(), "--password-file", password.toString());
    assertThat(made.code()).as(made.err()).isEqualTo(Exit.FINE);
    return file;
  }

  private void assertRefused(String... command) {
    var words = new ArrayList<>(List.of(command));
    words.addAll(List.of("--cluster", cluster, "--wait", "2s"));
    var said = Spoken.by(words.toArray(String[]::new));
    assertThat(said.code()).as(said.out() + said.err()).isEqualTo(Exit.NOT_IN_TIME);
    assertThat(said.out()).isEmpty();
    assertThat(said.err()).contains("cluster '" + cluster + "' could not be joined", "--keystore");
  }

  /** What the user has to check are the options that were written. */
  @Test
  void aClusterThatCannotBeJoinedIsLookedForWhereTheOptionsSay() {
    var said =
        Spoken.by(
            "who",
            "--cluster",
            cluster,
            "--discover",
            "localhost",
            "--expect",
            "3",
            "--wait",
            "1s");
    assertThat(said.code()).isEqualTo(Exit.NOT_IN_TIME);
    assertThat(said.err()).contains("check its name, --discover, --expect and --keystore");
  }

  @Test
  void withoutForceNothingIsTakenAway() {
    Spoken.by("release", "nightly").complains("the holder may still rely on lock 'nightly'");
    Spoken.by("who", "--wait", "soon").complains("--wait");
  }
}
