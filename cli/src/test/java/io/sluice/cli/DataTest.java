package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cli.environment.Exit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice data}, each command in a process of its own, beside a standing member. */
@Timeout(180)
class DataTest {

  @TempDir private Path directory;

  private final List<Process> processes = new ArrayList<>();

  /** What a command printed, and how it ended. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Outcome(int code, byte[] out, String err) {
    String text() {
      return new String(out, StandardCharsets.UTF_8);
    }
  }

  @AfterEach
  void endAll() throws InterruptedException {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
  }

  private Process start(String... args) throws IOException {
    var all = new ArrayList<>(List.of(args));
    int end = all.indexOf("--") < 0 ? all.size() : all.indexOf("--");
    all.addAll(end, List.of("--lease", "1500ms", "--cluster", "cli-" + directory.getFileName()));
    var process = SluiceProcess.of(List.of("-Xmx128m"), all).start();
    processes.add(process);
    return process;
  }

  private static Outcome outcome(Process process, byte... input) throws Exception {
    try (var to = process.getOutputStream()) {
      to.write(input);
    }
    byte[] out = process.getInputStream().readAllBytes();
    var err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Outcome(process.exitValue(), out, err);
  }

  private Outcome data(String... args) throws Exception {
    var all = new ArrayList<>(List.of("data"));
    all.addAll(List.of(args));
    return outcome(start(all.toArray(String[]::new)));
  }

  private void startNode() throws IOException {
    var node = start("node");
    assertThat(node.inputReader(StandardCharsets.UTF_8).readLine()).contains("view");
  }

  @Test
  void aStandingMemberKeepsWhatIsPutAndEdited() throws Exception {
    startNode();
    byte[] large = new byte[3_000_001];
    new Random(7).nextBytes(large);
    Path file = Files.write(directory.resolve("large"), large);
    Path copy = directory.resolve("copy");

    var put = data("put", "x", file.toString(), "--json");
    assertThat(put.code()).as(put.err()).isZero();
    assertThat(put.text()).contains("\"bytes\" : 3000001", "\"name\" : \"x\"");
    var got = data("get", "x", copy.toString());
    assertThat(got.code()).as(got.err()).isZero();
    assertThat(got.text()).contains("3,000,001 bytes");
    assertThat(copy).hasBinaryContent(large);

    var piped = outcome(start("data", "put", "x"), "one\ntwo\n".getBytes(StandardCharsets.UTF_8));
    assertThat(piped.code()).as(piped.err()).isZero();
    var edited = data("edit", "x", "--", "sed", "-i", "s/two/three/");
    assertThat(edited.code()).as(edited.err()).isZero();
    assertThat(data("get", "x").text()).isEqualTo("one\nthree\n");
  }

  @Test
  void anEditThatFailsLeavesTheDataAsItWas() throws Exception {
    startNode();
    assertThat(outcome(start("data", "put", "x"), (byte) 'a').code()).isZero();

    var failed = data("edit", "x", "--", "sh", "-c", "echo b >$1; exit 7", "sh");
    assertThat(failed.code()).isEqualTo(7);
    assertThat(failed.err()).contains("the command exited with 7; data 'x' is as it was");

    Path begun = directory.resolve("begun");
    var stopped =
        start(
            "data",
            "edit",
            "x",
            "--",
            "sh",
            "-c",
            "echo b >$1; touch " + begun + "; sleep 60",
            "sh");
    await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(begun));
    SluiceProcess.signal("STOP", stopped);
    assertThat(data("get", "x").text()).as("while the other is stopped").isEqualTo("a");
    SluiceProcess.signal("CONT", stopped);
    var lost = outcome(stopped);
    assertThat(lost.code()).isEqualTo(Exit.LOST);
    assertThat(lost.err()).contains("lost the lock of data 'x'");
  }

  @Test
  void ctrlCEndsTheEditorAndLetsOthersIn() throws Exception {
    assumeThat(Signals.interruptIsIgnored()).isFalse();
    startNode();
    Path begun = directory.resolve("begun");
    var editing =
        start(
            "data",
            "edit",
            "x",
            "--",
            "sh",
            "-c",
            "echo b >$1; touch " + begun + "; sleep 60",
            "sh");
    await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(begun));
    var late = data("get", "x", "--wait", "1s");
    assertThat(late.code()).isEqualTo(Exit.NOT_IN_TIME);
    var children = editing.descendants().toList();

    SluiceProcess.signal("INT", editing);

    assertThat(outcome(editing).code()).isEqualTo(Exit.INTERRUPTED);
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> children.stream().noneMatch(SluiceProcess::isAlive));
    assertThat(data("get", "x").err()).contains("nothing has been committed to data 'x'");
  }

  @Test
  void saysWhatIsMissing() throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "a");
    var alone = data("put", "x", file.toString());
    assertThat(alone.code()).isEqualTo(Exit.INCOMPLETE);
    assertThat(alone.err())
        .contains("has no other member", "start a member that stays", "sluice node");

    Path empty = Files.createFile(directory.resolve("empty"));
    Spoken.by("data", "put", "x", empty.toString()).complains("is empty, but data has at least");
    Spoken.by("data", "put", "x", directory.resolve("none").toString())
        .complains("there is no such file or directory");
    Spoken.by("data", "put", "x", directory.toString()).complains("is a directory");
    Spoken.by("data", "get", "x", "--json").complains("--json needs a FILE");
    Spoken.by("data", "get", "x", directory.resolve("no/file").toString())
        .complains("there is no directory");
    Spoken.by("data", "put", " ", file.toString()).complains("the data's name is empty");
  }
}
