package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.cli.environment.ProcessTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How a command is ended with what it has started. */
@Timeout(120)
class ProcessTreeTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir private Path directory;

  private final List<ProcessHandle> all = new ArrayList<>();

  @AfterEach
  void endAll() {
    all.forEach(ProcessHandle::destroyForcibly);
  }

  private Path file(String name) {
    return directory.resolve(name);
  }

  /** A command that ends at once at SIGTERM, with a child that does something first. */
  private Process withChildThatCleansUp(String how) throws Exception {
    var process =
        new ProcessBuilder(
                "sh",
                "-c",
                "(trap '%s' TERM; touch %s; while true; do sleep 0.05; done) & echo $! >%s; wait"
                    .formatted(how, file("ready"), file("child")))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    all.add(process.toHandle());
    all.add(SluiceProcess.awaitPid(file("child")));
    await().atMost(LONG).until(() -> Files.exists(file("ready")));
    return process;
  }

  @Test
  void aChildMayFinishAfterTheCommandHasEnded() throws Exception {
    var process =
        withChildThatCleansUp("sleep 0.5; echo done >%s; exit 0".formatted(file("cleaned")));
    long before = System.nanoTime();
    ProcessTree.end(process, LONG, () -> {});
    assertThat(file("cleaned")).hasContent("done");
    assertThat(all).noneMatch(SluiceProcess::isAlive);
    assertThat(Duration.ofNanos(System.nanoTime() - before))
        .as("none is left to wait for")
        .isLessThan(LONG.dividedBy(2));
  }

  /** Its own parent has ended by then, so it is no descendant of the command any more. */
  @Test
  void whatAChildStartsMeanwhileIsEndedWhenTheGraceIsOver() throws Exception {
    var process = withChildThatCleansUp("sleep 1000 & echo $! >%s; wait".formatted(file("late")));
    ProcessTree.end(process, Duration.ofSeconds(3), () -> {});
    all.add(SluiceProcess.awaitPid(file("late")));
    assertThat(all).hasSize(3).noneMatch(SluiceProcess::isAlive);
  }

  @Test
  void allAreEndedWhenTheWaitForThemFails() throws Exception {
    var process = withChildThatCleansUp("sleep 1000");
    assertThatThrownBy(
            () ->
                ProcessTree.end(
                    process,
                    LONG,
                    () -> {
                      throw new IllegalStateException("no longer a member");
                    }))
        .hasMessage("no longer a member");
    await().atMost(LONG.dividedBy(2)).until(() -> all.stream().noneMatch(SluiceProcess::isAlive));
  }
}
