package io.sluice.lab.explore.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Saving;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Layout;
import io.sluice.protocol.group.TwoFixedGroupsRepaired;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Searches in processes of their own, which are killed or whose disk is full. */
@Timeout(120)
class KilledSearchTest {

  private static final int KILLS = 4;
  private static final long WORLDS = 117_314;

  @TempDir Path directory;

  private static Scope<?, ?> scope() {
    return Scope.of(TwoFixedGroupsRepaired.ALGORITHM, Layout.groups(2, 2), 1);
  }

  /** Searches with a checkpoint at every level. */
  public static void main(String[] args) {
    var saving = Saving.to(Path.of(args[0])).every(Duration.ZERO);
    var resumed = Files.exists(Path.of(args[0], "checkpoint.json")) ? saving.resuming() : saving;
    var result = Explorer.search(scope(), Effort.full().withWorkers(2).saving(resumed));
    System.out.println(result.verdict().word() + ": " + result.what());
  }

  private static List<String> java(Path where) {
    return List.of(
        ProcessHandle.current().info().command().orElseThrow(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-cp",
        System.getProperty("java.class.path"),
        KilledSearchTest.class.getName(),
        where.toString());
  }

  /** The kills come at any moment, so also while a checkpoint is being written. */
  @Test
  void theLatestCheckpointIsUsableWheneverTheSearchIsKilled() throws Exception {
    var random = new Random(3);
    for (int kill = 0; kill < KILLS; kill++) {
      var search = new ProcessBuilder(java(directory)).inheritIO().start();
      awaitCheckpoint(search);
      boolean ended = search.waitFor(random.nextInt(400), TimeUnit.MILLISECONDS);
      search.destroyForcibly().waitFor();
      if (ended) {
        return; // faster than the kills; nothing is left to be resumed
      }
    }
    boolean saved = Files.exists(directory.resolve("checkpoint.json"));
    var saving = Saving.to(directory);
    var result = Explorer.search(scope(), Effort.full().saving(saved ? saving.resuming() : saving));
    assertThat(result.verdict()).isEqualTo(new Verdict.Ok());
    assertThat(result.worlds()).isEqualTo(WORLDS);
  }

  private void awaitCheckpoint(Process search) throws InterruptedException {
    while (search.isAlive() && !Files.exists(directory.resolve("checkpoint.json"))) {
      Thread.sleep(1);
    }
  }

  @Test
  void aFullDiskIsSaidAndTheCheckpointStays() throws Exception {
    var mount = "mount -t tmpfs -o size=1m none " + directory + " && ";
    var kept = directory.resolveSibling(directory.getFileName() + "-kept");
    var command = new ArrayList<>(List.of("unshare", "-rm", "sh", "-c"));
    command.add(mount + String.join(" ", java(directory)) + " && cp -r " + directory + " " + kept);
    assumeTrue(canMount(), "no mounts here");
    var search = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(search.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said)
        .contains("incomplete: cannot write to " + directory + ": No space left on device")
        .contains("the checkpoint of step");
    var resumed = Explorer.search(scope(), Effort.full().saving(Saving.to(kept).resuming()));
    assertThat(resumed.worlds()).isEqualTo(WORLDS);
    Files.delete(kept);
  }

  private boolean canMount() throws InterruptedException {
    try {
      return new ProcessBuilder(
                  "unshare", "-rm", "sh", "-c", "mount -t tmpfs -o size=1m none " + directory)
              .redirectErrorStream(true)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
