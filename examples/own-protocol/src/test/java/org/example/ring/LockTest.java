package org.example.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two processes, connected by TCP, lock with the protocol. */
@Timeout(120)
class LockTest {

  private static final int TIMES = 200;

  @TempDir private Path directory;

  @Test
  void noAdditionOfTwoProcessesIsLost() throws Exception {
    var file = Files.writeString(directory.resolve("number"), "0");
    String cluster = "counter-" + ProcessHandle.current().pid();
    var args = List.of(cluster, file.toString(), Integer.toString(TIMES));
    try (var sluice = Counter.join(cluster)) {
      var together = new CountDownLatch(1);
      Process other;
      try (var _ = sluice.lock("counter").acquire(Duration.ofSeconds(30))) {
        other = Programs.start(Programs.classPath(), Counter.class, args);
        sluice.onView(
            view -> {
              if (view.members().size() == 2) {
                together.countDown();
              }
            });
        assertThat(together.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(file)).as("while the lock is held here").isEqualTo("0");
      }
      Counter.add(sluice, file, TIMES);
      var finished = Programs.finish(other);
      assertThat(finished.code()).as(finished.output()).isZero();
    }
    assertThat(Files.readString(file)).isEqualTo(Integer.toString(2 * TIMES));
  }
}
