package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.environment.GuardedCommand;
import io.sluice.cluster.local.Local;
import io.sluice.locks.Lease;
import io.sluice.locks.Sluice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A command does not run without its lock, whatever happens around it. */
@Timeout(120)
class GuardedCommandTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir private Path directory;

  private Sluice sluice;

  @BeforeEach
  void join() {
    sluice = Sluice.named("guarded").over(Local.jvm()).lease(LONG).join();
  }

  @AfterEach
  void depart() {
    sluice.close();
  }

  /** As in the commands that join. */
  private record Held(Lease lease) implements GuardedCommand.Held {
    @Override
    public boolean valid() {
      return lease.valid();
    }

    @Override
    public Optional<Duration> remaining() {
      return lease.remaining();
    }
  }

  /** As when it is released by force while the host is busy starting what guards the command. */
  @Test
  void itIsNotStartedWhenTheLockIsLostBefore() throws Exception {
    Path ran = directory.resolve("ran");
    try (var lease = sluice.lock("x").acquire(LONG);
        var guarded =
            new GuardedCommand(List.of("touch", ran.toString()), LONG, GuardedCommand.GRACE)) {
      var released = sluice.inspect().release("x", "stuck");
      assertThat(lease.valid()).as(released.toString()).isFalse();
      var outcome = guarded.run(Map.of(), new Held(lease), () -> false);
      assertThat(outcome.end()).isEqualTo(GuardedCommand.End.LOST);
      assertThat(outcome.code()).isEqualTo(Exit.LOST);
      assertThat(outcome.why()).isEqualTo(" before the command began");
      assertThat(ran).doesNotExist();
    }
  }

  /** What follows an exception is the release of the lock. */
  @Test
  void itIsEndedWhenItsThreadIsInterrupted() throws Exception {
    Path pid = directory.resolve("pid");
    var command = new CompletableFuture<ProcessHandle>();
    var ended = new CompletableFuture<Boolean>();
    try (var lease = sluice.lock("x").acquire(LONG);
        var guarded =
            new GuardedCommand(
                List.of("sh", "-c", "echo $$ >%s; sleep 1000".formatted(pid)),
                LONG,
                GuardedCommand.GRACE)) {
      var runs =
          Thread.startVirtualThread(
              () -> {
                try {
                  guarded.run(Map.of(), new Held(lease), () -> false);
                  ended.completeExceptionally(new AssertionError("it was not interrupted"));
                } catch (InterruptedException e) {
                  ended.complete(!SluiceProcess.isAlive(command.join()));
                }
              });
      command.complete(SluiceProcess.awaitPid(pid));
      try {
        assertThat(SluiceProcess.isAlive(command.join())).isTrue();
        runs.interrupt();
        assertThat(ended.get(60, TimeUnit.SECONDS)).isTrue();
      } finally {
        command.join().destroyForcibly();
      }
    }
  }
}
